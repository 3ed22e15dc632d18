import { type Collection, documentsOf } from './collection.js';

export const english: Collection = {
  locale: 'en',
  documents: documentsOf(`
sourdough | Sourdough bread | Flour and water left in a jar for a few days begin to ferment by themselves. This starter holds wild yeasts and lactic bacteria, which make the loaf rise slowly and give it its sour taste. Feed it daily, and let the dough rest overnight before baking.
bread | Keeping bread fresh | A loaf stays fresh longest in a clay pot or wrapped in a linen cloth. In the refrigerator it goes stale faster, since cold lets the starch harden. What will not be eaten within three days is best frozen in slices. In a plastic bag bread soon grows mouldy.
flour | Which flour for which dough | Wheat flour holds much gluten and makes an elastic dough; rye needs acid to bake well. For pizza, take strong flour, little yeast from the packet and a long time to rise. Cakes want soft flour and baking powder. Wholemeal drinks more water than white flour.
chain | Cleaning and oiling a bicycle chain | A dry chain squeaks and wears the sprockets. Wipe it with a cloth, turn the pedals backwards, put one drop of oil on every link, wait ten minutes and wipe off what is too much. After riding in rain do it again at once.
tyre | Mending a flat tyre | Take the wheel out, lever the tyre off the rim and pump up the inner tube to hear where the air escapes. Roughen the place, spread rubber cement and press the patch on the puncture. Before you put it back, feel inside the tyre for the thorn that made the hole.
brakes | Adjusting bicycle brakes | Brake pads should meet the rim evenly and let the wheel run free. If they squeal, turn their front end a little inwards and clean the rim of grease. In rain the first turn of the wheel only wipes off the water. Worn pads have to be replaced in pairs.
sleep | Why we sleep | While we sleep, the brain sorts what it learned during the day and clears away waste. Most adults need seven to nine hours. Who sleeps too little catches colds more often and makes more mistakes. A dark, cool bedroom and regular hours help more than any pill.
coffee | Coffee and sleep | Caffeine blocks the signals that make us tired. Half of it is still in the blood five or six hours after the last cup, so coffee drunk in the late afternoon shortens deep sleep even in those who fall asleep at once. Whoever sleeps badly should stop at noon.
jet-lag | Jet lag | After a flight across several time zones the inner clock still runs by the time of home. Travellers wake at night and are tired by day. Daylight in the morning, meals at local hours and a short nap help; as a rule the body needs a day for each hour of difference.
insulation | Insulating an old house | Much of the heat of an old house is lost through the roof and the outer walls. Insulating the attic is cheap and pays within a few winters. Walls may be insulated from outside or within; new windows come last, for a tight window beside a cold wall invites damp.
heat-pump | How a heat pump works | A heat pump works like a refrigerator turned round: it takes warmth from the air or the ground, compresses it and gives it to the radiators. From one part of electricity come three or four parts of heat. Old buildings can use one too, if large radiators do with lukewarm water, even on frosty days.
mould | Mould on the wall | Mould grows where moist air meets a cold surface: in corners of the bedroom, behind wardrobes, beside windows. Air the room several times a day for five minutes and keep furniture away from outer walls. Small spots may be wiped off with alcohol; large ones call for a specialist.
night-train | Travelling by night train | Couchettes have four or six berths in a compartment, sleeping cars have real beds and a washbasin. Who boards in the evening wakes up in another country, and breakfast with coffee is brought to the berth. Book early: on Fridays and before holidays the beds sell out weeks ahead.
tram | The return of the tram | In the sixties many towns tore up their rails to make room for cars. Today they lay them again: a tram carries more people than buses do, runs without exhaust and keeps to time on a track of its own. Shops along the lines often gain customers.
ferry | Ferries to the islands | Ships leave the harbour every two hours in summer, but only twice a day in winter. Bicycles travel free; cars must be booked. In a strong wind crossings are cancelled without notice, so nobody should plan the last ferry before a flight. Tickets are sold on the quay.
passwords | Choosing a password | Length counts for more than odd characters: four or five random words are easier to remember and harder to guess than eight signs. Use another password for every account and let a password manager keep them. Never change it without cause, but at once when a service was broken into.
backup | Backups of your files | Disks fail without warning. Keep three copies of photos and papers, on two kinds of media, one of them in another place. A copy that hangs on the computer all the time is encrypted along with it by blackmailers. Try once a year whether a file can really be restored.
phishing | Recognising phishing mail | Mails that threaten to lock your account within hours want you to click before you think. Look at the address of the sender, and never follow the link: type the address of your bank yourself. No genuine company asks for a password by mail. When in doubt, telephone.
swallows | Where swallows spend the winter | In September the swallows gather on the wires and leave for Africa. They cross the sea and the Sahara and find insects south of the equator while there is frost here. In April the same pairs return to their nests in the barn. Many other birds stay and live on seeds.
whales | The song of the whales | Humpback males sing for hours, in verses that change from year to year. Low notes travel hundreds of kilometres through the sea, because water carries sound better than air. The noise of ships drowns the songs, and mothers lose contact with their calves.
hedgehog | Hedgehogs in the garden | Hedgehogs eat beetles, worms and slugs. Milk makes them ill; a bowl of water is better, and cat food in a cold spring. They sleep through the winter under heaps of leaves and should not be woken. Leave a gap in the fence, so that they get from garden to garden.
renting | Renting a flat | Before moving in, note every scratch in a protocol and read the meters. The deposit may be three months’ rent at most; the landlord has to pay it back after you move out, as soon as it is clear that nothing is owed. Notice is given in writing, three months ahead.
violin | Tuning a violin | The four strings are tuned in fifths to G, D, A and E, beginning with the A of a tuning fork or piano. Turn the peg slowly while bowing, and use the fine tuners for the last step. New strings stretch and have to be tuned again and again for days.
chess | Castling in chess | Castling is the only move in which two pieces move at once: the king goes two squares towards the rook, and the rook leaps over it. It is allowed if neither has moved before, no piece stands between them, and the king is not in check and crosses no attacked square.
letters | Questions for the next issue | Readers ask us: How long does it take? When may I come with my bicycle, and where do I put it? Why does nobody answer my mail? How many hours is the office open, what do I need, and what should I do if it is closed? Is it true that you can help against it? We will answer.
repair | Saturday at the community centre | Bring whatever squeaks, squeals or leaks: a bicycle with a dry chain, brakes that fail when it rains, a tyre with a puncture, a violin that lost its strings. We mend it together. There is coffee, fresh bread and milk for the children.
household | The household calendar | January: look for mould on the wall of the bedroom and air the house. February: heat less. March: bake bread with yeast and let the dough rise in the sun. October: have the heat pump serviced and seal the old windows. Winter: feed the birds.
holidays | Our offers for the winter | Whales and birds: by ship to the islands, three hours over the sea. By train at night to the mountains, beds and breakfast with coffee. A flight across two time zones, and sleep in a house of ice: how long, how far, how often you want. Tram tickets are included.
terms | Terms of use | The account is locked after three wrong passwords; a mail says when. A password has a length of eight characters or more. Copies of photos are kept for a year. The deposit must be paid by the user and is given back when the device is returned. A good connection is needed.
lost | Lost property | Found on the tram: the king of a chess set, a bicycle chain, a violin without strings, a hedgehog of felt, photos of whales, the letter of a landlord about a deposit, a pillow to sleep on, milk. Many towns keep such things for half a year; after that they are given away.
`),
  questions: {
    rising: 'How do I get my dough to rise without yeast from a packet?',
    stale: 'What is the best way to keep bread from going stale or mouldy?',
    squeak: 'My bicycle chain squeaks, what should I do about it?',
    squeal: 'Why do the brakes of my bike squeal when it rains?',
    puncture: 'How can I mend a punctured tyre when I am on the road?',
    evening: 'How late may I drink coffee if I want to sleep well?',
    flight: 'What helps against being tired after a long flight across time zones?',
    heating: 'Can a heat pump heat an old house in winter?',
    damp: 'Where does the mould on my bedroom wall come from?',
    overnight: 'Is there a train with beds that travels at night?',
    rails: 'Why are so many towns building trams again?',
    islands: 'How often does a ship go to the islands in winter?',
    length: 'How long should a good password be?',
    copies: 'How many copies of my photos do I need?',
    locked: 'A mail says that my account will be locked, is it genuine?',
    birds: 'Where do the birds go in winter?',
    milk: 'What do hedgehogs eat, and may I give them milk?',
    sound: 'Over how many kilometres can whales hear each other in the sea?',
    deposit: 'When does the landlord have to give the deposit back?',
    strings: 'To which notes are the strings of a violin tuned?',
    king: 'When is the king allowed to castle in chess?',
    hours: 'How many hours of sleep does an adult need?',
  },
};
