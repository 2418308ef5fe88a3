/** Die Lektion. */
export default {
  "learn.title": "Catan in fünf Minuten",
  "learn.close": "Schließen",
  "learn.progress": "Schritt {step} von {steps}",
  "learn.board": "Das Brett der Lektion",
  "learn.cards": "Deine Karten und die Punkte aller",
  "learn.you": "Du",
  "learn.points": { one: "{n} Punkt", other: "{n} Punkte" },
  "learn.give": "Du gibst",
  "learn.get": "du bekommst",
  "learn.rolled": "Die Würfel zeigen {sum}",
  "learn.back": "Zurück",
  "learn.next": "Weiter",
  "learn.play": "Spiel deine erste Partie",
  "learn.edge": "Straße von {a} nach {b}",
  "learn.island.title": "Die Insel",
  "learn.island.text":
    "Du besiedelst eine Insel aus 19 Feldern. Wälder bringen Holz, Hügel Lehm, Weiden Schafe, Äcker Korn und Berge Erz. Die Wüste bringt nichts. Aus diesen fünf Rohstoffen baust du alles.",
  "learn.numbers.title": "Die Zahlen",
  "learn.numbers.text":
    "Jeder Zug beginnt mit zwei Würfeln. Ein Feld zahlt, wenn seine Zahl fällt. Die Punkte sagen, wie oft das ist: fünf Punkte für 6 und 8, ein Punkt für 2 und 12.",
  "learn.numbers.todo": "Drücke auf ein Feld, das am häufigsten zahlt.",
  "learn.numbers.hint": "{place} kommt seltener. Suche fünf Punkte und eine rote Zahl.",
  "learn.settlement.title": "Deine erste Siedlung",
  "learn.settlement.text":
    "Siedlungen stehen an Ecken. Von jedem Feld ringsum kommt eine Karte, sobald seine Zahl fällt, egal in wessen Zug. Gute Ecken berühren verschiedene Rohstoffe und viele Punkte. Zwei Gebäude stehen nie nebeneinander.",
  "learn.settlement.todo": "Besiedle die Ecke von Holz 8, Lehm 5 und Erz 3.",
  "learn.settlement.hint":
    "Diese Ecke hat {place}. Auch das ginge, aber nimm jetzt Holz 8, Lehm 5 und Erz 3.",
  "learn.road.title": "Eine Straße",
  "learn.road.text":
    "Eine Straße beginnt an deiner Siedlung und führt dorthin, wo du als Nächstes bauen willst. Die Ecke zwischen Lehm 5 und Korn 6 ist den Weg wert.",
  "learn.road.todo": "Setze die Straße, die zu Korn 6 führt.",
  "learn.road.hint": "Diese Straße führt woandershin. Korn 6 liegt im Südosten.",
  "learn.setup.title": "Alle sind bereit",
  "learn.setup.text":
    "Alle haben zwei Siedlungen und zwei Straßen gesetzt; wer zuletzt setzte, setzte gleich noch einmal. Deine zweite Siedlung hat sofort gezahlt: zwei Korn und ein Schaf. Jede Siedlung ist ein Punkt. Wer zuerst zehn Punkte hat, gewinnt.",
  "learn.roll.title": "Du bist dran: würfle",
  "learn.roll.text":
    "Du bist am Zug. Zuerst würfelst du, und alle, die ein Gebäude an einem solchen Feld haben, bekommen Karten.",
  "learn.roll.press": "Würfeln",
  "learn.offer.title": "Handeln",
  "learn.offer.text":
    "Eine 8: Du hast Holz bekommen. Eine Straße kostet ein Holz und einen Lehm, und Lehm hast du keinen. Mia hat welchen. Nach dem Würfeln kannst du den anderen einen Tausch anbieten.",
  "learn.offer.press": "Mia anbieten",
  "learn.agree.title": "Mia nimmt an",
  "learn.agree.text":
    "Mia sagt ja. Sie hätte auch nein sagen oder kontern können. Du entscheidest, mit wem du tauschst.",
  "learn.agree.press": "Mit Mia tauschen",
  "learn.build.title": "Eine Straße bauen",
  "learn.build.text":
    "Jetzt hast du Holz und Lehm. Die markierten Kanten setzen deine Straßen fort. Neue Siedlungen brauchen eine Straße dorthin, und zwei Kanten Abstand zum nächsten Gebäude.",
  "learn.build.todo": "Baue zur Ecke von Lehm 5 und Korn 6.",
  "learn.build.hint":
    "Das ist erlaubt, führt aber weg von Korn 6. Baue am Ende deiner ersten Straße weiter nach Süden.",
  "learn.others.title": "Jeder Wurf zählt",
  "learn.others.text":
    "Mia würfelte eine 5 und Tobor eine 8: Das gab dir Lehm und Holz, obwohl du nicht dran warst. Jetzt hast du eine 6 gewürfelt und Korn bekommen. Holz, Lehm, Schaf und Korn: eine Siedlung.",
  "learn.grow.title": "Eine Siedlung bauen",
  "learn.grow.text":
    "Eine Siedlung kostet ein Holz, einen Lehm, ein Schaf und ein Korn. Sie ist ein Punkt und bekommt ab jetzt Karten.",
  "learn.grow.todo": "Drücke auf die markierte Ecke.",
  "learn.seven.title": "Eine Sieben: der Räuber",
  "learn.seven.text":
    "Bei einer 7 zahlt kein Feld. Wer mehr als sieben Karten hat, gibt die Hälfte ab: Mia hatte acht. Dann versetzt du den Räuber. Wo er steht, wird nichts gezahlt, und du stiehlst eine Karte von jemandem mit einem Gebäude dort.",
  "learn.seven.todo": "Schicke den Räuber auf Mias Erz 8.",
  "learn.seven.hint": "{place} träfe Mia weniger. Erz 8 liegt im Osten.",
  "learn.city.title": "Eine Stadt",
  "learn.city.text":
    "Du hast ein Erz gestohlen, und die nächsten Würfe waren gut. Eine Stadt ersetzt eine Siedlung, kostet zwei Korn und drei Erz, zählt zwei Punkte und bekommt zwei Karten statt einer.",
  "learn.city.todo": "Mach die neue Siedlung zur Stadt.",
  "learn.city.hint": "Möglich. Aber die neue Siedlung an Lehm 5 und Korn 6 zahlt öfter.",
  "learn.bank.title": "Handel mit der Bank",
  "learn.bank.text":
    "Du hast sieben Korn. Die Bank nimmt vier gleiche Karten für eine deiner Wahl. Mit einem Gebäude am Hafen nimmt sie drei, oder zwei von dem Rohstoff, den der Hafen zeigt.",
  "learn.bank.press": "Vier Korn für ein Erz",
  "learn.card.title": "Entwicklungskarten",
  "learn.card.text":
    "Eine Entwicklungskarte kostet ein Schaf, ein Korn und ein Erz. Du siehst sie, die anderen nicht.",
  "learn.card.press": "Karte kaufen",
  "learn.cards.title": "Du hast einen Ritter gezogen",
  "learn.cards.text":
    "Ein Ritter versetzt den Räuber wie eine Sieben, ohne dass jemand abgibt. Andere Karten bringen zwei Straßen, zwei Karten deiner Wahl, alle Karten eines Rohstoffs oder einen Punkt. Du spielst eine Karte pro Zug, und nie in dem Zug, in dem du sie kaufst.",
  "learn.awards.title": "Zwei Auszeichnungen",
  "learn.awards.text":
    "Die erste Straße ab fünf Kanten bekommt die Längste Handelsstraße, drei gespielte Ritter die Größte Rittermacht. Jede zählt zwei Punkte und geht an den, der ihren Besitzer übertrifft.",
  "learn.win.title": "Zehn Punkte gewinnen",
  "learn.win.text":
    "Siedlungen zählen einen Punkt, Städte zwei, Auszeichnungen zwei, manche Karten einen. Wer im eigenen Zug zehn Punkte hat, gewinnt. Das ist alles. Die Seite markiert, was du tun kannst, und die Taste ? zeigt alle Tasten.",
};
