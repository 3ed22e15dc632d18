import { type Collection, documentsOf } from './collection.js';

export const german: Collection = {
  locale: 'de',
  documents: documentsOf(`
sourdough | Brot aus Sauerteig | Mehl und Wasser, die einige Tage in einem Glas stehen, beginnen von selbst zu gären. Dieser Ansatz enthält wilde Hefen und Milchsäurebakterien, die den Laib langsam aufgehen lassen und ihm den sauren Geschmack geben. Man füttert ihn täglich und lässt den Teig vor dem Backen über Nacht ruhen.
bread | Brot frisch halten | Ein Laib bleibt am längsten frisch in einem Tontopf oder in ein Leinentuch gewickelt. Im Kühlschrank wird er schneller altbacken, weil die Stärke in der Kälte hart wird. Was nicht binnen drei Tagen gegessen wird, friert man am besten in Scheiben ein. In der Plastiktüte schimmelt Brot bald.
flour | Welches Mehl für welchen Teig | Weizenmehl hat viel Kleber und gibt einen dehnbaren Teig; Roggen braucht Säure, um gut zu backen. Für Pizza nimmt man starkes Mehl, wenig Hefe aus der Packung und viel Zeit zum Aufgehen. Kuchen verlangen weiches Mehl und Backpulver. Vollkorn nimmt mehr Wasser auf als helles Mehl.
chain | Die Fahrradkette reinigen und ölen | Eine trockene Kette quietscht und nutzt die Ritzel ab. Man wischt sie mit einem Lappen ab, dreht die Pedale rückwärts, gibt auf jedes Glied einen Tropfen Öl, wartet zehn Minuten und wischt ab, was zu viel ist. Nach einer Fahrt im Regen gleich noch einmal.
tyre | Einen platten Reifen flicken | Das Rad ausbauen, den Reifen von der Felge hebeln und den Schlauch aufpumpen, um zu hören, wo die Luft entweicht. Die Stelle aufrauen, Gummilösung auftragen und den Flicken auf das Loch drücken. Vor dem Einbau im Reifen nach dem Dorn tasten, der schuld war.
brakes | Fahrradbremsen einstellen | Die Bremsbeläge sollen die Felge gleichmäßig treffen und das Rad frei laufen lassen. Wenn die Bremsen quietschen, dreht man die Beläge vorn etwas nach innen und reinigt die Felge von Fett. Bei Regen wischt die erste Umdrehung nur das Wasser ab. Abgenutzte Beläge werden paarweise ersetzt.
sleep | Warum wir schlafen | Während wir schlafen, ordnet das Gehirn, was es am Tag gelernt hat, und räumt Abfall weg. Die meisten Erwachsenen brauchen sieben bis neun Stunden. Wer zu wenig schläft, erkältet sich öfter und macht mehr Fehler. Ein dunkles, kühles Schlafzimmer und feste Zeiten helfen mehr als jede Tablette.
coffee | Kaffee und Schlaf | Koffein hemmt die Signale, die uns müde machen. Die Hälfte davon ist fünf oder sechs Stunden nach der letzten Tasse noch im Blut, sodass Kaffee am späten Nachmittag den Tiefschlaf verkürzt, auch bei denen, die sofort einschlafen. Wer schlecht schläft, sollte mittags aufhören.
jet-lag | Jetlag | Nach einem Flug über mehrere Zeitzonen geht die innere Uhr noch nach der Zeit zu Hause. Reisende wachen nachts auf und sind tagsüber müde. Tageslicht am Morgen, Mahlzeiten zur örtlichen Zeit und ein kurzes Nickerchen helfen; in der Regel braucht der Körper einen Tag je Stunde Unterschied.
insulation | Ein altes Haus dämmen | Viel Wärme geht in einem alten Haus durch das Dach und die Außenwände verloren. Den Dachboden zu dämmen ist billig und lohnt sich nach wenigen Wintern. Wände dämmt man von außen oder innen; neue Fenster kommen zuletzt, denn ein dichtes Fenster neben einer kalten Wand lädt Feuchtigkeit ein.
heat-pump | Wie eine Wärmepumpe arbeitet | Eine Wärmepumpe arbeitet wie ein umgekehrter Kühlschrank: Sie entzieht der Luft oder dem Boden Wärme, verdichtet sie und gibt sie an die Heizkörper ab. Aus einem Teil Strom werden drei bis vier Teile Wärme. Auch Altbauten können so heizen, wenn große Heizkörper mit lauwarmem Wasser auskommen, selbst bei Frost.
mould | Schimmel an der Wand | Schimmel wächst, wo feuchte Luft auf eine kalte Fläche trifft: in Ecken des Schlafzimmers, hinter Schränken, neben Fenstern. Mehrmals am Tag fünf Minuten lüften und Möbel von den Außenwänden abrücken. Kleine Flecken lassen sich mit Alkohol abwischen; bei großen muss ein Fachmann kommen.
night-train | Reisen mit dem Nachtzug | Liegewagen haben vier oder sechs Liegen im Abteil, Schlafwagen echte Betten und ein Waschbecken. Wer abends einsteigt, wacht in einem anderen Land auf, und das Frühstück mit Kaffee kommt an die Liege. Früh buchen: Freitags und vor Feiertagen sind die Betten Wochen vorher ausverkauft.
tram | Die Rückkehr der Straßenbahn | In den Sechzigern rissen viele Städte ihre Gleise heraus, um Platz für Autos zu schaffen. Heute verlegen sie sie wieder: Eine Straßenbahn befördert mehr Menschen als Busse, fährt ohne Abgase und ist auf eigener Trasse pünktlich. Läden an der Strecke gewinnen oft Kunden.
ferry | Fähren zu den Inseln | Die Schiffe verlassen den Hafen im Sommer alle zwei Stunden, im Winter aber nur zweimal am Tag. Fahrräder reisen umsonst; Autos muss man anmelden. Bei starkem Wind fallen Überfahrten ohne Ankündigung aus, also sollte niemand die letzte Fähre vor einem Flug einplanen. Karten gibt es am Kai.
passwords | Ein Passwort wählen | Die Länge zählt mehr als seltsame Zeichen: Vier oder fünf zufällige Wörter sind leichter zu merken und schwerer zu erraten als acht Zeichen. Für jedes Konto ein anderes Passwort nehmen und sie von einem Passwortmanager verwahren lassen. Nie ohne Grund ändern, aber sofort, wenn bei einem Dienst eingebrochen wurde.
backup | Dateien sichern | Festplatten versagen ohne Warnung. Von Fotos und Papieren hält man drei Kopien auf zwei Arten von Datenträgern, eine davon an einem anderen Ort. Eine Kopie, die ständig am Rechner hängt, wird von Erpressern mit verschlüsselt. Einmal im Jahr prüft man, ob sich eine Datei wirklich wiederherstellen lässt.
phishing | Betrügerische Mails erkennen | Mails, die drohen, binnen Stunden Ihr Konto zu sperren, wollen, dass Sie klicken, bevor Sie denken. Schauen Sie auf die Adresse des Absenders und folgen Sie nie dem Link: Tippen Sie die Adresse Ihrer Bank selbst ein. Keine echte Firma fragt per Mail nach einem Passwort. Im Zweifel anrufen.
swallows | Wo die Schwalben überwintern | Im September sammeln sich die Schwalben auf den Drähten und brechen nach Afrika auf. Sie überqueren das Meer und die Sahara und finden südlich des Äquators Insekten, während hier Frost herrscht. Im April kehren dieselben Paare zu ihren Nestern in der Scheune zurück. Viele andere Vögel bleiben im Winter und leben von Samen.
whales | Der Gesang der Wale | Die Männchen der Buckelwale singen stundenlang, in Strophen, die sich von Jahr zu Jahr ändern. Tiefe Töne reichen im Meer Hunderte Kilometer weit, weil Wasser den Schall besser trägt als Luft. Der Lärm der Schiffe übertönt die Gesänge, und Mütter verlieren den Kontakt zu ihren Kälbern.
hedgehog | Igel im Garten | Igel fressen Käfer, Würmer und Schnecken. Milch macht sie krank; besser ist eine Schale Wasser und in einem kalten Frühling Katzenfutter. Den Winter verschlafen sie unter Laubhaufen und sollen nicht geweckt werden. Lassen Sie eine Lücke im Zaun, damit sie von Garten zu Garten kommen.
renting | Eine Wohnung mieten | Vor dem Einzug hält man jeden Kratzer in einem Protokoll fest und liest die Zähler ab. Die Kaution darf höchstens drei Monatsmieten betragen; der Vermieter muss sie nach dem Auszug zurückzahlen, sobald feststeht, dass nichts mehr offen ist. Gekündigt wird schriftlich mit drei Monaten Frist.
violin | Eine Geige stimmen | Die vier Saiten werden in Quinten auf G, D, A und E gestimmt, angefangen mit dem A einer Stimmgabel oder eines Klaviers. Den Wirbel dreht man langsam, während man streicht, und nimmt für den letzten Schritt die Feinstimmer. Neue Saiten dehnen sich und müssen tagelang nachgestimmt werden.
chess | Die Rochade im Schach | Die Rochade ist der einzige Zug, in dem sich zwei Figuren zugleich bewegen: Der König geht zwei Felder auf den Turm zu, und der Turm springt über ihn. Sie ist erlaubt, wenn keiner von beiden bisher gezogen hat, keine Figur dazwischen steht und der König weder im Schach steht noch ein angegriffenes Feld überquert.
letters | Fragen für das nächste Heft | Leser fragen uns: Wie lange dauert es? Wann darf ich mit meinem Rad kommen, und wo stelle ich es ab? Warum antwortet niemand auf meine Mail? Wie viele Stunden ist das Büro offen, was brauche ich, und was soll ich tun, wenn geschlossen ist? Stimmt es, dass man etwas dagegen tun kann? Wir werden antworten.
repair | Samstag im Nachbarschaftshaus | Bringen Sie mit, was quietscht oder leckt: ein Rad mit trockener Fahrradkette, Bremsen, die bei Regen versagen, einen Reifen mit einem Loch, eine Geige ohne Saiten. Wir flicken gemeinsam. Es gibt Kaffee, frisches Brot und Milch für die Kinder.
household | Der Haushaltskalender | Januar: an der Wand des Schlafzimmers nach Schimmel sehen und das Haus lüften. Februar: weniger heizen. März: Brot mit Hefe backen und den Teig in der Sonne aufgehen lassen. Oktober: die Wärmepumpe warten lassen und die alten Fenster abdichten. Winter: die Vögel füttern.
holidays | Unsere Angebote für den Winter | Wale und Vögel: mit dem Schiff zu den Inseln, drei Stunden über das Meer. Mit dem Zug nachts in die Berge, Betten und Frühstück mit Kaffee. Ein Flug über zwei Zeitzonen und schlafen in einem Haus aus Eis: wie lange, wie weit, wie oft Sie wollen. Karten für die Straßenbahn sind dabei.
terms | Nutzungsbedingungen | Das Konto wird nach drei falschen Passwörtern gesperrt; eine Mail sagt, wann. Ein Passwort ist acht Zeichen lang oder länger. Kopien von Fotos bewahren wir ein Jahr auf. Die Kaution muss der Nutzer zahlen, und sie wird zurückgegeben, wenn das Gerät wieder da ist. Eine gute Verbindung ist nötig.
lost | Fundsachen | Gefunden in der Straßenbahn: der König eines Schachspiels, eine Fahrradkette, eine Geige ohne Saiten, ein Igel aus Filz, Fotos von Walen, der Brief eines Vermieters über eine Kaution, ein Kissen zum Schlafen, Milch. Viele Städte heben so etwas ein halbes Jahr auf; danach wird es abgegeben.
`),
  questions: {
    rising: 'Wie bekomme ich meinen Teig ohne Hefe aus der Packung zum Aufgehen?',
    stale: 'Wie verhindert man am besten, dass Brot altbacken wird oder schimmelt?',
    squeak: 'Meine Fahrradkette quietscht, was soll ich tun?',
    squeal: 'Warum quietschen die Bremsen an meinem Rad bei Regen?',
    puncture: 'Wie kann ich unterwegs einen Reifen mit einem Loch flicken?',
    evening: 'Wie spät darf ich Kaffee trinken, wenn ich gut schlafen will?',
    flight: 'Was hilft gegen Müdigkeit nach einem langen Flug über Zeitzonen?',
    heating: 'Kann eine Wärmepumpe im Winter ein altes Haus heizen?',
    damp: 'Woher kommt der Schimmel an der Wand meines Schlafzimmers?',
    overnight: 'Gibt es einen Zug mit Betten, der nachts fährt?',
    rails: 'Warum bauen so viele Städte wieder Straßenbahnen?',
    islands: 'Wie oft fährt im Winter ein Schiff zu den Inseln?',
    length: 'Wie lang sollte ein gutes Passwort sein?',
    copies: 'Wie viele Kopien meiner Fotos brauche ich?',
    locked: 'Eine Mail sagt, dass mein Konto gesperrt wird, ist sie echt?',
    birds: 'Wohin ziehen die Vögel im Winter?',
    milk: 'Was fressen Igel, und darf ich ihnen Milch geben?',
    sound: 'Über wie viele Kilometer können sich Wale im Meer hören?',
    deposit: 'Wann muss der Vermieter die Kaution zurückgeben?',
    strings: 'Auf welche Töne werden die Saiten einer Geige gestimmt?',
    king: 'Wann ist dem König beim Schach die Rochade erlaubt?',
    hours: 'Wie viele Stunden Schlaf braucht ein Erwachsener?',
  },
};
