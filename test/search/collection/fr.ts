import { type Collection, documentsOf } from './collection.js';

export const french: Collection = {
  locale: 'fr',
  documents: documentsOf(`
sourdough | Le pain au levain | De la farine et de l’eau laissées quelques jours dans un bocal se mettent à fermenter d’elles-mêmes. Ce levain contient des levures sauvages et des bactéries lactiques, qui font lever lentement la miche et lui donnent son goût acide. On le nourrit chaque jour et on laisse reposer la pâte toute la nuit avant la cuisson.
bread | Conserver le pain frais | Une miche reste fraîche le plus longtemps dans un pot en terre ou enveloppée dans un linge de lin. Au réfrigérateur elle rassit plus vite, car le froid durcit l’amidon. Ce qui ne sera pas mangé dans les trois jours se congèle en tranches. Dans un sac en plastique, le pain moisit bientôt.
flour | Quelle farine pour quelle pâte | La farine de blé contient beaucoup de gluten et donne une pâte élastique ; le seigle a besoin d’acidité pour bien cuire. Pour la pizza, il faut une farine forte, peu de levure en sachet et un long temps pour lever. Les gâteaux demandent une farine tendre et de la poudre à lever. La farine complète absorbe plus d’eau.
chain | Nettoyer et huiler une chaîne de vélo | Une chaîne sèche grince et use les pignons. Essuyez-la avec un chiffon, tournez les pédales en arrière, déposez une goutte d’huile sur chaque maillon, attendez dix minutes et essuyez l’excès. Après une sortie sous la pluie, recommencez aussitôt.
tyre | Réparer un pneu crevé | Démontez la roue, dégagez le pneu de la jante avec un levier et gonflez la chambre à air pour entendre par où l’air s’échappe. Poncez l’endroit, étalez la colle et pressez la rustine sur le trou. Avant de remonter, cherchez du doigt dans le pneu l’épine qui a causé la crevaison.
brakes | Régler les freins d’un vélo | Les patins doivent toucher la jante également et laisser la roue tourner librement. Si les freins crissent, tournez l’avant des patins un peu vers l’intérieur et nettoyez la graisse de la jante. Sous la pluie, le premier tour de roue ne fait qu’essuyer l’eau. Les patins usés se remplacent par paires.
sleep | Pourquoi nous dormons | Pendant que nous dormons, le cerveau trie ce qu’il a appris dans la journée et évacue ses déchets. La plupart des adultes ont besoin de sept à neuf heures. Qui dort trop peu s’enrhume plus souvent et commet plus d’erreurs. Une chambre sombre et fraîche et des horaires réguliers aident plus que n’importe quel comprimé.
coffee | Le café et le sommeil | La caféine bloque les signaux qui nous rendent fatigués. La moitié en est encore dans le sang cinq ou six heures après la dernière tasse, si bien qu’un café bu en fin d’après-midi raccourcit le sommeil profond, même chez ceux qui s’endorment aussitôt. Qui dort mal devrait s’arrêter à midi.
jet-lag | Le décalage horaire | Après un vol à travers plusieurs fuseaux horaires, l’horloge interne suit encore l’heure de la maison. Les voyageurs se réveillent la nuit et sont fatigués le jour. La lumière du matin, des repas à l’heure locale et une courte sieste aident ; en règle générale, le corps met un jour par heure de différence.
insulation | Isoler une vieille maison | Une grande partie de la chaleur d’une vieille maison se perd par le toit et les murs extérieurs. Isoler le grenier coûte peu et s’amortit en quelques hivers. On isole les murs de l’extérieur ou de l’intérieur ; les fenêtres neuves viennent en dernier, car une fenêtre étanche près d’un mur froid attire l’humidité.
heat-pump | Comment fonctionne une pompe à chaleur | Une pompe à chaleur fonctionne comme un réfrigérateur à l’envers : elle prend de la chaleur à l’air ou au sol, la comprime et la donne aux radiateurs. D’une part d’électricité naissent trois ou quatre parts de chaleur. Les bâtiments anciens peuvent s’en chauffer aussi, si de grands radiateurs se contentent d’eau tiède, même par temps de gel.
mould | La moisissure sur le mur | La moisissure pousse là où l’air humide rencontre une surface froide : dans les coins de la chambre, derrière les armoires, à côté des fenêtres. Aérez plusieurs fois par jour pendant cinq minutes et écartez les meubles des murs extérieurs. De petites taches s’essuient à l’alcool ; les grandes demandent un spécialiste.
night-train | Voyager en train de nuit | Les couchettes sont quatre ou six par compartiment ; les wagons-lits ont de vrais lits et un lavabo. Qui monte le soir se réveille dans un autre pays, et l’on apporte le petit déjeuner avec le café à la couchette. Réservez tôt : le vendredi et avant les fêtes, les lits sont vendus des semaines à l’avance.
tram | Le retour du tramway | Dans les années soixante, bien des villes ont arraché leurs rails pour faire place aux voitures. Aujourd’hui elles les posent à nouveau : un tramway transporte plus de monde que les bus, roule sans gaz d’échappement et reste ponctuel sur sa propre voie. Les commerces le long des lignes y gagnent souvent des clients.
ferry | Les ferries pour les îles | Les bateaux quittent le port toutes les deux heures en été, mais seulement deux fois par jour en hiver. Les vélos voyagent gratuitement ; il faut réserver pour les voitures. Par grand vent, les traversées sont annulées sans préavis : que personne ne compte sur le dernier ferry avant un vol. Les billets se vendent sur le quai.
passwords | Choisir un mot de passe | La longueur compte plus que les caractères étranges : quatre ou cinq mots tirés au hasard se retiennent mieux et se devinent moins que huit signes. Prenez un autre mot de passe pour chaque compte et confiez-les à un gestionnaire. Ne le changez jamais sans raison, mais aussitôt quand un service a été piraté.
backup | Sauvegarder ses fichiers | Les disques tombent en panne sans prévenir. Gardez trois copies de vos photos et papiers, sur deux sortes de supports, dont une dans un autre lieu. Une copie branchée en permanence à l’ordinateur est chiffrée avec lui par les maîtres chanteurs. Essayez une fois par an si un fichier se laisse vraiment restaurer.
phishing | Reconnaître un courriel d’hameçonnage | Les courriels qui menacent de bloquer votre compte en quelques heures veulent que vous cliquiez avant de réfléchir. Regardez l’adresse de l’expéditeur et ne suivez jamais le lien : tapez vous-même l’adresse de votre banque. Aucune entreprise authentique ne demande un mot de passe par courriel. Dans le doute, téléphonez.
swallows | Où les hirondelles passent l’hiver | En septembre, les hirondelles se rassemblent sur les fils et partent pour l’Afrique. Elles traversent la mer et le Sahara et trouvent des insectes au sud de l’équateur pendant qu’il gèle ici. En avril, les mêmes couples reviennent à leurs nids dans la grange. Beaucoup d’autres oiseaux restent et vivent de graines.
whales | Le chant des baleines | Les mâles des baleines à bosse chantent pendant des heures, en strophes qui changent d’année en année. Les notes graves parcourent des centaines de kilomètres dans la mer, car l’eau porte mieux le son que l’air. Le bruit des navires couvre les chants, et des mères perdent le contact avec leurs petits.
hedgehog | Les hérissons au jardin | Les hérissons mangent des coléoptères, des vers et des limaces. Le lait les rend malades ; mieux vaut un bol d’eau et, par un printemps froid, de la pâtée pour chat. Ils dorment tout l’hiver sous des tas de feuilles et ne doivent pas être réveillés. Laissez un passage dans la clôture, pour qu’ils aillent de jardin en jardin.
renting | Louer un appartement | Avant d’emménager, notez chaque éraflure dans un état des lieux et relevez les compteurs. La caution est de trois mois de loyer au plus ; le propriétaire doit la rendre après votre départ, dès qu’il est clair que rien n’est dû. Le congé se donne par écrit, trois mois à l’avance.
violin | Accorder un violon | Les quatre cordes s’accordent en quintes sur sol, ré, la et mi, en commençant par le la d’un diapason ou d’un piano. Tournez lentement la cheville en jouant de l’archet, et servez-vous des tendeurs pour le dernier pas. Les cordes neuves se détendent et il faut les accorder encore pendant des jours.
chess | Le roque aux échecs | Le roque est le seul coup où deux pièces bougent à la fois : le roi avance de deux cases vers la tour, et la tour saute par-dessus lui. Il est permis si aucun des deux n’a encore bougé, si aucune pièce ne les sépare et si le roi n’est pas en échec ni ne traverse une case attaquée.
letters | Questions pour le prochain numéro | Les lecteurs nous demandent : combien de temps faut-il ? Quand puis-je venir avec mon vélo, et où dois-je le poser ? Pourquoi personne ne répond-il à mon courriel ? De combien d’heures ai-je besoin, jusqu’à quelle heure est-ce ouvert, et que faire quand c’est fermé ? Est-il vrai qu’on peut s’en défendre ? Nous répondrons.
repair | Samedi à la maison de quartier | Apportez ce qui grince, crisse ou fuit : un vélo à la chaîne sèche, des freins qui lâchent quand il pleut, un pneu avec un trou, un violon sans cordes. Nous réparons ensemble. Il y a du café, du pain frais et du lait pour les enfants.
household | Le calendrier du ménage | Janvier : chercher la moisissure sur le mur de la chambre et aérer la maison. Février : moins chauffer. Mars : faire du pain à la levure et laisser lever la pâte au soleil. Octobre : faire réviser la pompe à chaleur et calfeutrer les vieilles fenêtres. Hiver : nourrir les oiseaux.
holidays | Nos offres pour l’hiver | Baleines et oiseaux : en bateau vers les îles, trois heures sur la mer. En train la nuit vers les montagnes, lits et petit déjeuner avec café. Un vol à travers deux fuseaux horaires, et dormir dans une maison de glace : combien de temps, à quelle distance, à vous de choisir. Les billets de tramway sont compris.
terms | Conditions d’utilisation | Le compte est bloqué après trois mots de passe faux ; un courriel dit quand. Un mot de passe a une longueur de huit caractères ou plus. Les copies de photos sont gardées un an. La caution doit être payée par l’utilisateur et lui est rendue quand l’appareil revient. Il faut une bonne connexion.
lost | Objets trouvés | Trouvés dans le tramway : le roi d’un jeu d’échecs, une chaîne de vélo, un violon sans cordes, un hérisson de feutre, des photos de baleines, la lettre d’un propriétaire au sujet d’une caution, un coussin pour dormir, du lait. Bien des villes gardent ces choses six mois ; ensuite on les donne.
`),
  questions: {
    rising: 'Comment faire lever ma pâte sans levure en sachet ?',
    stale: 'Quelle est la meilleure façon d’empêcher le pain de rassir ou de moisir ?',
    squeak: 'La chaîne de mon vélo grince, que dois-je faire ?',
    squeal: 'Pourquoi les freins de mon vélo crissent-ils quand il pleut ?',
    puncture: 'Comment réparer en route un pneu qui a un trou ?',
    evening: 'Jusqu’à quelle heure puis-je boire du café si je veux bien dormir ?',
    flight:
      'Qu’est-ce qui aide contre la fatigue après un long vol à travers les fuseaux horaires ?',
    heating: 'Une pompe à chaleur peut-elle chauffer une vieille maison en hiver ?',
    damp: 'D’où vient la moisissure sur le mur de ma chambre ?',
    overnight: 'Y a-t-il un train avec des lits qui voyage la nuit ?',
    rails: 'Pourquoi tant de villes construisent-elles à nouveau des tramways ?',
    islands: 'Combien de fois par jour un bateau va-t-il aux îles en hiver ?',
    length: 'De quelle longueur doit être un bon mot de passe ?',
    copies: 'De combien de copies de mes photos ai-je besoin ?',
    locked: 'Un courriel dit que mon compte sera bloqué, est-il authentique ?',
    birds: 'Où vont les oiseaux en hiver ?',
    milk: 'Que mangent les hérissons, et puis-je leur donner du lait ?',
    sound: 'À combien de kilomètres les baleines s’entendent-elles dans la mer ?',
    deposit: 'Quand le propriétaire doit-il rendre la caution ?',
    strings: 'Sur quelles notes accorde-t-on les cordes d’un violon ?',
    king: 'Quand le roi a-t-il le droit de roquer aux échecs ?',
    hours: 'De combien d’heures de sommeil un adulte a-t-il besoin ?',
  },
};
