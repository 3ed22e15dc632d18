import { type Corpus, documentsIn } from './corpus.js';

export const english: Corpus = {
  locale: 'en',
  documents: documentsIn(`
volcano | How volcanoes erupt | A volcano is an opening in the crust through which molten rock, ash and gases escape. Magma rises because it is lighter than the rock around it. As the pressure falls, dissolved gases form bubbles, and the eruption may throw ash many kilometres into the air. Lava that cools quickly hardens into basalt. Cities near active craters are watched by observatories that measure every tremor.
bees | The honey bee | Honey bees live in colonies of several tens of thousands of workers around a single queen. Foraging workers collect nectar and pollen from flowers and tell their sisters by a dance where they found them. While visiting blossoms they pollinate fruit trees, and much of agriculture depends on them. In winter the colony clusters around the queen and lives on its stores of honey.
photosynthesis | Photosynthesis | Green plants, algae and some bacteria turn sunlight into chemical energy. In the leaves, chlorophyll absorbs red and blue light; water is split, and oxygen is released into the atmosphere. With the energy gained the plant builds sugars from carbon dioxide. Nearly all the food chains on Earth begin with this reaction.
printing | Printing with movable type | In the fifteenth century Johannes Gutenberg cast single letters of metal that could be set, inked and used again. His workshop in Mainz printed about 180 copies of the Bible. Books became cheaper, libraries grew, and ideas travelled faster than the copyists of the monasteries had ever written. Movable type had been known earlier in Korea and China.
tea | Tea | Tea is brewed from the leaves of an evergreen shrub that was first grown in China. Green tea is heated soon after the harvest, while the leaves of black tea are left to oxidise. Monks brought the drink to Japan; traders shipped it to Europe in the seventeenth century. Today it is the drink most often consumed in the world after water.
tides | Tides of the sea | The level of the sea rises and falls about twice a day, since the gravity of the Moon and the Sun pulls at the oceans. When both stand in line the spring tides are highest. In narrow bays the difference reaches more than fifteen metres, and power stations generate electricity from the flowing water. Fishermen have read tide tables for centuries.
`),
  queries: [
    ['volcano', 'volcano'],
    ['volcanic eruptions', 'volcano'],
    ['erupting volcanoes', 'volcano'],
    ['bee', 'bees'],
    ['pollinating flower', 'bees'],
    ['queens', 'bees'],
    ['library', 'printing'],
    ['printed books', 'printing'],
    ['centuries', 'printing', 'tea', 'tides'],
    ['leaf', 'photosynthesis', 'tea'],
    ['energy', 'photosynthesis'],
    ['tide', 'tides'],
    ['generating power', 'tides'],
    ['CHLOROPHYLL', 'photosynthesis'],
    ['photosinthesis', 'photosynthesis'],
    ['photosyntesis', 'photosynthesis'],
    ['water', 'photosynthesis', 'tea', 'tides'],
    ['copyist', 'printing'],
  ],
};
