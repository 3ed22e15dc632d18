import { type Corpus, documentsIn } from './corpus.js';

export const german: Corpus = {
  locale: 'de',
  documents: documentsIn(`
vulkan | Wie Vulkane ausbrechen | Ein Vulkan ist eine Öffnung der Erdkruste, durch die geschmolzenes Gestein, Asche und Gase austreten. Das Magma steigt auf, weil es leichter ist als das umgebende Gestein. Sinkt der Druck, bilden die gelösten Gase Blasen, und die Asche kann viele Kilometer hoch in die Luft geschleudert werden. Städte in der Nähe tätiger Krater werden von Messstationen überwacht.
biene | Die Honigbiene | Honigbienen leben in Völkern mit mehreren zehntausend Arbeiterinnen und einer einzigen Königin. Die Sammlerinnen tragen Nektar und Pollen von den Blüten ein und zeigen ihren Schwestern durch einen Tanz, wo sie fündig wurden. Dabei bestäuben sie Obstbäume; große Teile der Landwirtschaft hängen davon ab. Im Winter zehrt das Volk von seinen Vorräten an Honig.
photosynthese | Photosynthese | Grüne Pflanzen, Algen und manche Bakterien verwandeln das Licht der Sonne in chemische Energie. In den Blättern nimmt das Chlorophyll rotes und blaues Licht auf; Wasser wird gespalten und Sauerstoff freigesetzt. Mit der gewonnenen Energie baut die Pflanze aus Kohlendioxid Zucker auf. Fast alle Nahrungsketten der Erde beginnen damit.
buchdruck | Der Buchdruck mit beweglichen Lettern | Im fünfzehnten Jahrhundert goss Johannes Gutenberg einzelne Buchstaben aus Metall, die gesetzt, eingefärbt und wiederverwendet werden konnten. Seine Werkstatt in Mainz druckte etwa 180 Bibeln. Die Bücher wurden billiger, die Bibliotheken wuchsen, und Gedanken reisten schneller, als die Schreiber der Klöster je geschrieben hatten. Bewegliche Lettern kannte man in Korea und China schon früher.
tee | Tee | Tee wird aus den Blättern eines immergrünen Strauches aufgegossen, der zuerst in China angebaut wurde. Grüner Tee wird bald nach der Ernte erhitzt, die Blätter des schwarzen Tees lässt man oxidieren. Mönche brachten das Getränk nach Japan, Händler im siebzehnten Jahrhundert nach Europa. Nach Wasser ist es heute das meistgetrunkene Getränk der Welt.
gezeiten | Die Gezeiten des Meeres | Der Spiegel des Meeres steigt und fällt etwa zweimal am Tag, weil die Schwerkraft von Mond und Sonne an den Ozeanen zieht. Stehen beide in einer Linie, sind die Fluten am höchsten. In engen Buchten beträgt der Unterschied mehr als fünfzehn Meter, und Kraftwerke erzeugen Strom aus dem strömenden Wasser. Seit Jahrhunderten lesen die Fischer Gezeitentafeln.
`),
  queries: [
    ['Vulkan', 'vulkan'],
    ['Vulkanen', 'vulkan'],
    ['Honigbiene', 'biene'],
    ['Königinnen', 'biene'],
    ['Koniginnen', 'biene'],
    ['große Völker', 'biene'],
    ['Bestäubung', 'biene'],
    ['Blatt', 'photosynthese', 'tee'],
    ['Blätter', 'photosynthese', 'tee'],
    ['blattern', 'photosynthese', 'tee'],
    ['Buch', 'buchdruck'],
    ['Bücher drucken', 'buchdruck'],
    ['Bibliothek', 'buchdruck'],
    ['Jahrhundert', 'buchdruck', 'tee', 'gezeiten'],
    ['Getränke', 'tee'],
    ['Meer', 'gezeiten'],
    ['Gezeiten', 'gezeiten'],
    ['STROM ERZEUGEN', 'gezeiten'],
    ['Photosyntese', 'photosynthese'],
  ],
};
