/** The lesson. */
export default {
  "learn.title": "Learn Catan in five minutes",
  "learn.close": "Close",
  "learn.progress": "Step {step} of {steps}",
  "learn.board": "The board of the lesson",
  "learn.cards": "Your cards, and the points of all",
  "learn.you": "You",
  "learn.points": { one: "{n} point", other: "{n} points" },
  "learn.give": "You give",
  "learn.get": "you get",
  "learn.rolled": "The dice show {sum}",
  "learn.back": "Back",
  "learn.next": "Next",
  "learn.play": "Play your first game",
  "learn.edge": "Road from {a} to {b}",
  "learn.island.title": "The island",
  "learn.island.text":
    "You settle an island of 19 hexes. Forests yield wood, hills clay, meadows sheep, fields wheat and mountains ore. The desert yields nothing. With these five resources you build everything.",
  "learn.numbers.title": "The numbers",
  "learn.numbers.text":
    "Every turn begins with two dice. A hex pays when its number is rolled. The dots tell how often that is: five dots for 6 and 8, one dot for 2 and 12.",
  "learn.numbers.todo": "Press a hex that pays most often.",
  "learn.numbers.hint": "{place} comes less often. Look for five dots and a red number.",
  "learn.settlement.title": "Your first settlement",
  "learn.settlement.text":
    "Settlements stand at corners. One card comes from each of the hexes around, whenever its number is rolled, in the turn of anybody. Good corners touch different resources and many dots. Two buildings are never next to each other.",
  "learn.settlement.todo": "Settle the corner of wood 8, clay 5 and ore 3.",
  "learn.settlement.hint":
    "That corner has {place}. It could be yours, too, but take wood 8, clay 5 and ore 3 now.",
  "learn.road.title": "A road",
  "learn.road.text":
    "A road begins at your settlement and leads to where you want to build next. The corner between clay 5 and wheat 6 is worth going to.",
  "learn.road.todo": "Place the road that leads towards wheat 6.",
  "learn.road.hint": "That road leads elsewhere. Wheat 6 is to the south-east.",
  "learn.setup.title": "Everybody is ready",
  "learn.setup.text":
    "Each player has placed two settlements and two roads; the last to place was the first to place again. Your second settlement has paid at once: two wheat and one sheep. Each settlement is a point. Who has ten points first wins.",
  "learn.roll.title": "Your turn: roll",
  "learn.roll.text":
    "Your turn has come. First you roll the dice, and everybody who has a building at such a hex gets cards.",
  "learn.roll.press": "Roll the dice",
  "learn.offer.title": "Trade",
  "learn.offer.text":
    "An 8: you got wood. A road costs one wood and one clay, and you have no clay. Mia has some. After rolling you can offer a deal to the others.",
  "learn.offer.press": "Offer it to Mia",
  "learn.agree.title": "Mia accepts",
  "learn.agree.text":
    "Mia says yes. She might have said no, or made a counter-offer. You decide with whom you trade.",
  "learn.agree.press": "Trade with Mia",
  "learn.build.title": "Build a road",
  "learn.build.text":
    "Now you have wood and clay. The marked edges continue your roads. New settlements need a road that leads there, and two edges between them and the next building.",
  "learn.build.todo": "Build towards the corner of clay 5 and wheat 6.",
  "learn.build.hint":
    "That is allowed, but it leads away from wheat 6. Go on from the end of your first road, southwards.",
  "learn.others.title": "Every roll counts",
  "learn.others.text":
    "Mia rolled a 5 and Tobor an 8: that gave you clay and wood, although it was not your turn. Now you rolled a 6 and got wheat. Wood, clay, sheep and wheat: a settlement.",
  "learn.grow.title": "Build a settlement",
  "learn.grow.text":
    "A settlement costs one wood, one clay, one sheep and one wheat. It is a point, and it gets cards from now on.",
  "learn.grow.todo": "Press the marked corner.",
  "learn.seven.title": "A seven: the robber",
  "learn.seven.text":
    "With a 7 no hex pays. Who holds more than seven cards discards half of them: Mia had eight. Then you move the robber. Where it stands nothing is paid, and you steal a card from somebody who has a building there.",
  "learn.seven.todo": "Send the robber to Mia's ore 8.",
  "learn.seven.hint": "{place} would not hurt Mia as much. Ore 8 is in the east.",
  "learn.city.title": "A city",
  "learn.city.text":
    "You stole an ore, and the next rolls were good. A city takes the place of a settlement, costs two wheat and three ore, counts two points and gets two cards instead of one.",
  "learn.city.todo": "Turn the new settlement into a city.",
  "learn.city.hint": "Possible. But the new settlement at clay 5 and wheat 6 pays more often.",
  "learn.bank.title": "Trade with the bank",
  "learn.bank.text":
    "You have seven wheat. The bank takes four equal cards for one of your choice. With a building at a port it takes three, or two of the resource that the port shows.",
  "learn.bank.press": "Four wheat for one ore",
  "learn.card.title": "Development cards",
  "learn.card.text": "A development card costs a sheep, a wheat and an ore. You see it, the others do not.",
  "learn.card.press": "Buy a card",
  "learn.cards.title": "You drew a knight",
  "learn.cards.text":
    "A knight moves the robber as a seven does, without discards. Other cards give two roads, two cards of your choice, all cards of one resource, or a point. You play one card a turn, and not in the turn in which you bought it.",
  "learn.awards.title": "Two awards",
  "learn.awards.text":
    "The first road of five edges or more gets Longest Road, and three played knights get Largest Army. Each is two points, and goes to whoever surpasses its holder.",
  "learn.win.title": "Ten points win",
  "learn.win.text":
    "Settlements are one point, cities two, awards two, and some cards one. Who has ten points in his or her own turn wins. That is all. The page marks what you can do, and the key ? shows every key.",
};
