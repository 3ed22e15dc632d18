import { type Corpus, documentsIn } from './corpus.js';

export const french: Corpus = {
  locale: 'fr',
  documents: documentsIn(`
volcan | L’éruption des volcans | Un volcan est une ouverture de la croûte terrestre par laquelle s’échappent des roches fondues, des cendres et des gaz. Le magma remonte parce qu’il est plus léger que les roches voisines. Lorsque la pression baisse, les gaz dissous forment des bulles et les cendres peuvent être projetées à plusieurs kilomètres d’altitude. Les villes proches des cratères actifs sont surveillées par des observatoires.
abeille | L’abeille domestique | Les abeilles vivent en colonies de plusieurs dizaines de milliers d’ouvrières autour d’une seule reine. Les butineuses récoltent le nectar et le pollen des fleurs, et indiquent à leurs sœurs par une danse où elles les ont trouvés. Elles pollinisent ainsi les arbres fruitiers, et une grande partie de l’agriculture en dépend. En hiver, la colonie vit de ses réserves de miel.
photosynthese | La photosynthèse | Les plantes vertes, les algues et certaines bactéries transforment la lumière du soleil en énergie chimique. Dans les feuilles, la chlorophylle absorbe la lumière rouge et bleue ; l’eau est décomposée et l’oxygène libéré dans l’atmosphère. Grâce à cette énergie, la plante fabrique des sucres à partir du dioxyde de carbone.
imprimerie | L’imprimerie à caractères mobiles | Au quinzième siècle, Johannes Gutenberg fondit des lettres de métal que l’on pouvait assembler, encrer et réutiliser. Son atelier de Mayence imprima environ 180 exemplaires de la Bible. Les livres devinrent moins chers, les bibliothèques grandirent et les idées voyagèrent plus vite que n’avaient jamais écrit les copistes des monastères. La Corée et la Chine connaissaient déjà ce procédé.
the | Le thé | Le thé s’obtient en infusant les feuilles d’un arbuste cultivé d’abord en Chine. Le thé vert est chauffé peu après la récolte, tandis qu’on laisse s’oxyder les feuilles du thé noir. Des moines apportèrent la boisson au Japon, et les marchands l’introduisirent en Europe au dix-septième siècle. C’est aujourd’hui la boisson la plus consommée après l’eau.
maree | Les marées | Le niveau de la mer monte et descend environ deux fois par jour, car l’attraction de la Lune et du Soleil agit sur les océans. Quand les deux astres sont alignés, les marées sont les plus hautes. Dans les baies étroites, la différence dépasse quinze mètres et des usines produisent de l’électricité avec le courant. Les pêcheurs consultent depuis des siècles les annuaires des marées.
`),
  queries: [
    ['volcans', 'volcan'],
    ['éruptions volcaniques', 'volcan'],
    ['eruption', 'volcan'],
    ['cratère', 'volcan'],
    ['abeille', 'abeille'],
    ['reines', 'abeille'],
    ['polliniser', 'abeille'],
    ['fleur', 'abeille'],
    ['photosynthese', 'photosynthese'],
    ['énergies', 'photosynthese'],
    ['feuille', 'photosynthese', 'the'],
    ['bibliothèque', 'imprimerie'],
    ['livre imprimé', 'imprimerie'],
    ['siecle', 'imprimerie', 'the', 'maree'],
    ['boissons', 'the'],
    ['thé vert', 'the'],
    ['marée', 'maree'],
    ['marees hautes', 'maree'],
    ['pêcheur', 'maree'],
    ['imprimmerie', 'imprimerie'],
  ],
};
