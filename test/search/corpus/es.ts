import { type Corpus, documentsIn } from './corpus.js';

export const spanish: Corpus = {
  locale: 'es',
  documents: documentsIn(`
volcan | La erupción de los volcanes | Un volcán es una abertura de la corteza terrestre por la que escapan rocas fundidas, cenizas y gases. El magma asciende porque es más ligero que las rocas vecinas. Cuando baja la presión, los gases disueltos forman burbujas y las cenizas pueden alcanzar varios kilómetros de altura. Las ciudades cercanas a los cráteres activos están vigiladas por observatorios.
abeja | La abeja de la miel | Las abejas viven en colonias de varias decenas de miles de obreras en torno a una única reina. Las recolectoras traen néctar y polen de las flores e indican a sus hermanas con una danza dónde los encontraron. Así polinizan los árboles frutales, y gran parte de la agricultura depende de ellas. En invierno la colonia vive de sus reservas de miel.
fotosintesis | La fotosíntesis | Las plantas verdes, las algas y algunas bacterias transforman la luz del sol en energía química. En las hojas, la clorofila absorbe la luz roja y azul; el agua se descompone y el oxígeno se libera a la atmósfera. Con esa energía la planta fabrica azúcares a partir del dióxido de carbono.
imprenta | La imprenta de tipos móviles | En el siglo XV Johannes Gutenberg fundió letras de metal que podían componerse, entintarse y volver a usarse. Su taller de Maguncia imprimió unos 180 ejemplares de la Biblia. Los libros se abarataron, las bibliotecas crecieron y las ideas viajaron más deprisa de lo que jamás habían escrito los copistas de los monasterios. En Corea y China ya se conocía este procedimiento.
te | El té | El té se prepara con las hojas de un arbusto que se cultivó primero en China. El té verde se calienta poco después de la cosecha, mientras que las hojas del té negro se dejan oxidar. Unos monjes llevaron la bebida a Japón, y los comerciantes la introdujeron en Europa en el siglo XVII. Hoy es la bebida más consumida después del agua.
marea | Las mareas | El nivel del mar sube y baja unas dos veces al día, porque la atracción de la Luna y del Sol actúa sobre los océanos. Cuando ambos astros están alineados, las mareas son más altas. En las bahías estrechas la diferencia supera los quince metros, y hay centrales que producen electricidad con la corriente. Los pescadores consultan desde hace siglos las tablas de mareas.
`),
  queries: [
    ['volcán', 'volcan'],
    ['volcan', 'volcan'],
    ['erupciones', 'volcan'],
    ['cráter activo', 'volcan'],
    ['abejas', 'abeja'],
    ['reinas', 'abeja'],
    ['polinización', 'abeja'],
    ['flor', 'abeja'],
    ['fotosintesis', 'fotosintesis'],
    ['plantas', 'fotosintesis'],
    ['hoja', 'fotosintesis', 'te'],
    ['biblioteca', 'imprenta'],
    ['libro', 'imprenta'],
    ['siglos', 'imprenta', 'te', 'marea'],
    ['bebidas', 'te'],
    ['té verde', 'te'],
    ['marea', 'marea'],
    ['PESCADOR', 'marea'],
    ['fotosintessis', 'fotosintesis'],
  ],
};
