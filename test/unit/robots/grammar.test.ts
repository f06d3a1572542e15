import assert from "node:assert/strict";
import { test } from "node:test";
import { readTask } from "../../../src/robots/tasks/words/grammar.ts";
import { lexicons, shownVerbs } from "../../../src/robots/tasks/words/lexicons.ts";
import { fillIn } from "../../../src/base/core/catalog.ts";
import type { Phrase } from "../../../src/robots/tasks/words/phrases.ts";

const zones = ["yard", "north yard", "gate", "Tor 3", "entrepôt", "almacén"];

function shownStay(phrase: Extract<Phrase, { kind: "observe" | "look_for" | "count" }>): string {
  const what = "label" in phrase ? ` ${phrase.label}` : "";
  const where = phrase.isHere ? "here" : phrase.zones.join("+");
  return `${phrase.kind}(${where})${what}${phrase.seconds ?? "-"}s`;
}

function shown(phrase: Phrase): string {
  const speed =
    "maxSpeedMps" in phrase && phrase.maxSpeedMps !== null ? `@${phrase.maxSpeedMps}` : "";
  switch (phrase.kind) {
    case "patrol":
      return `patrol(${phrase.zones.join("+")})x${phrase.laps ?? "-"}${speed}`;
    case "observe":
    case "look_for":
    case "count":
      return shownStay(phrase) + speed;
    case "go_zone":
      return `go(${phrase.zone})${speed}`;
    case "go_point":
      return `go(${phrase.xM},${phrase.yM})${speed}`;
    case "follow":
      return `follow(${phrase.label})${phrase.seconds ?? "-"}s${speed}`;
    case "say":
      return `say(${phrase.message})`;
    case "wait":
      return `wait(${phrase.seconds})`;
    case "limit":
      return `limit${speed}`;
    default:
      return `${phrase.kind}${speed}`;
  }
}

function read(sentence: string, locale = "en"): string {
  const reading = readTask(sentence, zones, locale);
  if ("problem" in reading) return `refused ${reading.rule}`;
  return `${reading.language}: ${reading.phrases.map(shown).join(" > ")}`;
}

const understood: [string, string][] = [
  ["Patrol the yard", "en: patrol(yard)x-"],
  ["patrol the north yard three times", "en: patrol(north yard)x3"],
  ["Please patrol the yard and the gate twice.", "en: patrol(yard+gate)x2"],
  ["patrol yard 5 times slowly", "en: patrol(yard)x5@0.3"],
  ["patrol the yard, 2 laps, at 0.5 m/s", "en: patrol(yard)x2@0.5"],
  ["go to the gate at one and a half metres per second", "en: go(gate)@1.5"],
  ["go to the gate at most at 0.3 m/s", "en: go(gate)@0.3"],
  ["go to the gate no faster than 0.3 m/s", "en: go(gate)@0.3"],
  ["go to the gate, no faster than 0.3 m/s", "en: go(gate)@0.3"],
  ["fahre zum gate, nicht schneller als 0,3 m/s", "de: go(gate)@0.3"],
  ["va à entrepôt sans dépasser 0,3 m/s", "fr: go(entrepôt)@0.3"],
  ["ve a almacén, no más rápido que 0,3 m/s", "es: go(almacén)@0.3"],
  ["go to 2,5 / 3", "en: go(2.5,3)"],
  ["fahre zu (2,5 / -3)", "de: go(2.5,-3)"],
  ["observe the yard for 20 s", "en: observe(yard)20s"],
  ["folge der Person mit höchstens 20 cm/s", "de: follow(person)-s@0.2"],
  ["suis la personne à 20 centimètres par seconde", "fr: follow(person)-s@0.2"],
  ["rentre à la maison à 0,2 m/s", "fr: dock@0.2"],
  ["vuelve a casa a 0,2 m/s", "es: dock@0.2"],
  ["go back home at half a metre per second", "en: dock@0.5"],
  ["kehre nach Hause zurück", "de: dock"],
  ["patrol until I cancel", "en: patrol()xInfinity"],
  ["do a patrol of the yard forever", "en: patrol(yard)xInfinity"],
  ["make a round", "en: patrol()x-"],
  ["patrol all zones twice", "en: patrol()x2"],
  ["patrouilliere überall", "de: patrol()x-"],
  ["patrouille dans toutes les zones deux fois", "fr: patrol()x2"],
  ["patrulla todas las zonas", "es: patrol()x-"],
  ["could you patrol the gate?", "en: patrol(gate)x-"],
  ["go to the gate", "en: go(gate)"],
  ["drive to the north yard at 3.6 km/h", "en: go(north yard)@1"],
  ["move to (3, -4.5)", "en: go(3,-4.5)"],
  ["go to x 2 y 7", "en: go(2,7)"],
  ["go to x=-2.5, y=1", "en: go(-2.5,1)"],
  ["go to 3, 4", "en: go(3,4)"],
  ["head to the gate carefully", "en: go(gate)@0.3"],
  ["watch the gate for 5 minutes", "en: observe(gate)300s"],
  ["keep an eye on the yard for 30 seconds", "en: observe(yard)30s"],
  ["guard the gate for two hours", "en: observe(gate)7200s"],
  ["observe", "en: observe()-s"],
  ["look at the gate until cancelled", "en: observe(gate)Infinitys"],
  ["monitor the yard and the gate", "en: observe(yard+gate)-s"],
  ["follow the person", "en: follow(person)-s"],
  ["follow somebody for 2 minutes", "en: follow(person)120s"],
  ["follow the dog slowly", "en: follow(dog)-s@0.3"],
  ['say "The gate is closed"', "en: say(The gate is closed)"],
  ["announce “Closing time, please leave”", "en: say(Closing time, please leave)"],
  ['go to the gate and then say "hello"', "en: go(gate) > say(hello)"],
  ["wait 10 seconds", "en: wait(10)"],
  ["stay for 3 minutes", "en: wait(180)"],
  ["dock", "en: dock"],
  ["go home", "en: dock"],
  ["return to the dock", "en: dock"],
  ["go and charge", "en: dock"],
  ["leave the dock", "en: undock"],
  ["undock, patrol the yard 3 times, then go home", "en: undock > patrol(yard)x3 > dock"],
  [
    "First go to the gate, then watch the yard for 1 minute and finally dock.",
    "en: go(gate) > observe(yard)60s > dock",
  ],
  ["go to the gate; wait 5 s; go to the yard", "en: go(gate) > wait(5) > go(yard)"],
  ["slow down to 0.4 m/s", "en: limit@0.4"],
  ["drive no faster than 0.5 metres per second, then patrol", "en: limit@0.5 > patrol()x-"],
  ["PATROL THE YARD ONCE", "en: patrol(yard)x1"],
  ["patrol the yard and", "en: patrol(yard)x-"],
  ["patrol the yard 3x", "en: patrol(yard)x3"],
  ["Bitte patrouilliere dreimal durch yard", "de: patrol(yard)x3"],
  ["Patrouilliere durch den yard, danach docke an", "de: patrol(yard)x- > dock"],
  ["fahre zum Tor 3", "de: go(Tor 3)"],
  ["Fahr langsam zum Tor 3 und warte 20 Sekunden", "de: go(Tor 3)@0.3 > wait(20)"],
  ["Beobachte das Tor 3 fünf Minuten lang", "de: observe(Tor 3)300s"],
  ["überwache gate für 2 Stunden", "de: observe(gate)7200s"],
  ["folge der Person", "de: follow(person)-s"],
  ["Folge dem Hund 30 Sekunden", "de: follow(dog)30s"],
  ["sage „Das Tor ist zu“", "de: say(Das Tor ist zu)"],
  ["fahre zur Ladestation", "de: dock"],
  ["verlasse die Ladestation, patrouilliere immer wieder", "de: undock > patrol()xInfinity"],
  ["fahre nicht schneller als 0,5 m/s", "de: limit@0.5"],
  ["fahre zu (2, 3)", "de: go(2,3)"],
  ["mach eine Runde", "de: patrol()x-"],
  ["bleib stehen 10 Sekunden", "de: wait(10)"],
  ["drehe eine Runde um yard mit 0,3 m/s", "de: patrol(yard)x-@0.3"],
  ["Patrouille dans l'entrepôt trois fois", "fr: patrol(entrepôt)x3"],
  ["s'il te plaît, va à l'entrepôt", "fr: go(entrepôt)"],
  ["va vers gate puis attends 10 secondes", "fr: go(gate) > wait(10)"],
  ["surveille l'entrepôt pendant cinq minutes", "fr: observe(entrepôt)300s"],
  ["suis la personne", "fr: follow(person)-s"],
  ["dis « Bonjour à tous »", "fr: say(Bonjour à tous)"],
  ["retourne à la base", "fr: dock"],
  ["quitte la base, fais une ronde, ensuite rentre", "fr: undock > patrol()x- > dock"],
  ["ne dépasse pas 0,5 m/s", "fr: limit@0.5"],
  ["avance lentement vers gate", "fr: go(gate)@0.3"],
  ["patrouille sans fin", "fr: patrol()xInfinity"],
  ["Patrulla el almacén dos veces", "es: patrol(almacén)x2"],
  ["por favor, ve al almacén", "es: go(almacén)"],
  ["vigila el almacén durante 10 minutos", "es: observe(almacén)600s"],
  ["sigue a la persona", "es: follow(person)-s"],
  ['di "Buenos días"', "es: say(Buenos días)"],
  ["vuelve a la base", "es: dock"],
  [
    "sal de la base, patrulla yard tres vueltas y luego vuelve a la base",
    "es: undock > patrol(yard)x3 > dock",
  ],
  ["no superes 0.4 m/s", "es: limit@0.4"],
  ["espera 30 segundos", "es: wait(30)"],
  ["conduce despacio a gate", "es: go(gate)@0.3"],
  ["inspect the gate", "en: observe(gate)-s"],
  ["check the yard for 2 minutes", "en: observe(yard)120s"],
  ["go round the yard twice", "en: patrol(yard)x2"],
  ["look for a person in the yard", "en: look_for(yard) person-s"],
  ["search the north yard for a dog", "en: look_for(north yard) dog-s"],
  ["count the cars at the gate", "en: count(gate) car-s"],
  ["how many people are in the yard?", "en: count(yard) person-s"],
  ["escort the visitor for 10 minutes", "en: follow(person)600s"],
  ["return", "en: dock"],
  ["return to base", "en: dock"],
  ["go back to the base", "en: dock"],
  ["return to the charger", "en: dock"],
  ["return to the gate slowly", "en: go(gate)@0.3"],
  ["inspiziere das Tor 3", "de: observe(Tor 3)-s"],
  ["prüfe das Tor 3", "de: observe(Tor 3)-s"],
  ["kontrolliere yard und gate", "de: observe(yard+gate)-s"],
  ["bewache das Tor 3 eine Stunde lang", "de: observe(Tor 3)3600s"],
  ["schau dir das Tor 3 an", "de: observe(Tor 3)-s"],
  ["behalte das Tor 3 im Auge", "de: observe(Tor 3)-s"],
  ["fahre um yard herum", "de: patrol(yard)x-"],
  ["suche nach einer Person im yard", "de: look_for(yard) person-s"],
  ["zähle die Menschen am Tor 3", "de: count(Tor 3) person-s"],
  ["wie viele Personen sind im yard?", "de: count(yard) person-s"],
  ["begleite die Besucher", "de: follow(person)-s"],
  ["kehre zurück", "de: dock"],
  ["kehre zum Tor 3 zurück", "de: go(Tor 3)"],
  ["inspecte l'entrepôt", "fr: observe(entrepôt)-s"],
  ["vérifie l'entrepôt", "fr: observe(entrepôt)-s"],
  ["garde l'entrepôt pendant une heure", "fr: observe(entrepôt)3600s"],
  ["fais le tour de l'entrepôt", "fr: patrol(entrepôt)x-"],
  ["cherche une personne dans l'entrepôt", "fr: look_for(entrepôt) person-s"],
  ["compte les voitures dans l'entrepôt", "fr: count(entrepôt) car-s"],
  ["escorte le visiteur", "fr: follow(person)-s"],
  ["reviens", "fr: dock"],
  ["retourne à l'entrepôt", "fr: go(entrepôt)"],
  ["inspecciona el almacén", "es: observe(almacén)-s"],
  ["revisa el almacén", "es: observe(almacén)-s"],
  ["guarda el almacén una hora", "es: observe(almacén)3600s"],
  ["recorre el almacén dos veces", "es: patrol(almacén)x2"],
  ["busca una persona en el almacén", "es: look_for(almacén) person-s"],
  ["cuenta las personas en el almacén", "es: count(almacén) person-s"],
  ["escolta a la persona", "es: follow(person)-s"],
  ["acompaña al visitante", "es: follow(person)-s"],
  ["vuelve", "es: dock"],
  ["regresa al almacén", "es: go(almacén)"],
  ["go home at 0.2 m/s", "en: dock@0.2"],
  ["go to the gate at half a metre per second", "en: go(gate)@0.5"],
  ["go to the gate at one metre per second", "en: go(gate)@1"],
  ["fahre mit einem halben Meter pro Sekunde zum Tor 3", "de: go(Tor 3)@0.5"],
  ["fahre mit 0,5 Metern pro Sekunde zum Tor 3", "de: go(Tor 3)@0.5"],
  ["va à l'entrepôt à un demi-mètre par seconde", "fr: go(entrepôt)@0.5"],
  ["ve al almacén a medio metro por segundo", "es: go(almacén)@0.5"],
  ["beobachte das Tor 3 anderthalb Stunden", "de: observe(Tor 3)5400s"],
  ["beobachte das Tor 3 zweieinhalb Stunden", "de: observe(Tor 3)9000s"],
  ["beobachte das Tor 3 eine halbe Stunde", "de: observe(Tor 3)1800s"],
  ["warte eine Minute", "de: wait(60)"],
  ["warte eine Viertelstunde", "de: wait(900)"],
  ["espera una hora", "es: wait(3600)"],
  ["vigila el almacén hora y media", "es: observe(almacén)5400s"],
  ["espera media hora", "es: wait(1800)"],
  ["attends une demi-heure", "fr: wait(1800)"],
  ["attends deux heures et demie", "fr: wait(9000)"],
  ["surveille l'entrepôt 1h30", "fr: observe(entrepôt)5400s"],
  ["watch the gate for an hour and a half", "en: observe(gate)5400s"],
  ["watch the gate half an hour", "en: observe(gate)1800s"],
  ["watch the gate for 1 hour and 30 minutes", "en: observe(gate)5400s"],
  ["wait a minute", "en: wait(60)"],
  ["wait 30", "en: wait(30)"],
  ["fahre zu (2,5; -3,5)", "de: go(2.5,-3.5)"],
  ["fahre zu (2,5, 3)", "de: go(2.5,3)"],
  ["fahre zu x 2,5 y 3,25", "de: go(2.5,3.25)"],
  ["fahre zum Tor 3 und beobachte es", "de: go(Tor 3) > observe(here)-s"],
  ["go to the gate and watch it for 5 minutes", "en: go(gate) > observe(here)300s"],
  ["go to (1, 2), then watch", "en: go(1,2) > observe(here)-s"],
  ["patrol the yard, then watch it", "en: patrol(yard)x- > observe(yard)-s"],
  ["va à l'entrepôt et surveille-le", "fr: go(entrepôt) > observe(here)-s"],
  ["ve al almacén y vigílalo", "es: go(almacén) > observe(here)-s"],
];

/** Nothing of these is done, whatever of it might be understood. */
const refused: [string, string][] = [
  ["", "empty"],
  ["the yard", "incomplete"],
  ["please", "empty"],
  ["patrol the moon", "unknown_words"],
  ["go to the kitchen", "unknown_words"],
  ["don't patrol the yard", "unknown_words"],
  ["do not go to the gate", "unknown_words"],
  ["never follow the person", "unknown_words"],
  ["patrol everywhere but the yard", "unknown_words"],
  ["patrol all zones except the gate", "unknown_words"],
  ["follow all zones", "unknown_words"],
  ["patrol the yard except the gate", "unknown_words"],
  ["patrol the yard unless somebody is there", "unknown_words"],
  ["go to the gate if it rains", "unknown_words"],
  ["go to the gate when I say so", "unknown_words"],
  ["drive over the person", "unknown_words"],
  ["ram the person", "unknown_words"],
  ["run into the wall", "unknown_words"],
  ["push the man", "unknown_words"],
  ["hit the car", "unknown_words"],
  ["go to the person", "unknown_words"],
  ["drive as fast as you can", "unknown_words"],
  ["patrol the yard fast", "unknown_words"],
  ["ignore the geofence", "unknown_words"],
  ["disable the safety gate and go to the gate", "unknown_words"],
  ["override the speed limit", "unknown_words"],
  ["go to the gate and attack", "unknown_words"],
  ["follow the person and scare them", "unknown_words"],
  ["patrol the yard -3 times", "unknown_words"],
  ["patrol the yard 2.5 times", "unknown_words"],
  ["patrol the yard 0 times", "unknown_words"],
  ["patrol the yard 3", "unknown_words"],
  ["go to 3", "unknown_words"],
  ["go to 3,4", "unknown_words"],
  ["go to the gate and the yard", "two_goals"],
  ["go to the gate, (3, 4)", "two_goals"],
  ["watch it", "incomplete"],
  ["count", "incomplete"],
  ["look for the yard", "incomplete"],
  ["count the persons and the cars", "incomplete"],
  ["check the person", "unknown_words"],
  ["check whether the gate is open", "unknown_words"],
  ["escort the person to the gate", "unknown_words"],
  ["watch the gate for 5 minutes, 10 minutes", "incomplete"],
  ["patrol the yard 30", "unknown_words"],
  ["go", "incomplete"],
  ["follow", "incomplete"],
  ["follow the person and the dog", "incomplete"],
  ["follow the unicorn", "unknown_words"],
  ["say hello", "unknown_words"],
  ["say", "incomplete"],
  ['say ""', "incomplete"],
  ["wait", "incomplete"],
  ["wait a bit", "unknown_words"],
  ["wait for the person", "unknown_words"],
  ["slow down", "incomplete"],
  ["dock at the gate", "unknown_words"],
  ["dock 3 times", "unknown_words"],
  ["wait 3 times", "unknown_words"],
  ["follow the person to the gate", "unknown_words"],
  ["follow the person 3 times", "unknown_words"],
  ["go to the gate for 5 minutes", "unknown_words"],
  ["patrol the yard for 10 minutes", "incomplete"],
  ["watch the person", "unknown_words"],
  ["go to the gate, 5 minutes", "incomplete"],
  ["go to the gate, the yard", "two_goals"],
  ['"patrol the yard"', "incomplete"],
  ['go to "the gate"', "unknown_words"],
  ["sudo patrol the yard", "unknown_words"],
  ["__proto__", "unknown_words"],
  ["constructor", "unknown_words"],
  ["go to constructor", "unknown_words"],
  ['{"command": "move_to"}', "unknown_words"],
  ["patrol <script>", "unknown_words"],
  ["patrol the yard \u0001 0\u0001", "unknown_words"],
  ["🤖", "unknown_words"],
  ["patrol the yard 🤖", "unknown_words"],
  ["fahre nicht zum Tor 3", "unknown_words"],
  ["fahre zum Mond", "unknown_words"],
  ["patrouilliere nicht", "unknown_words"],
  ["überfahre die Person", "unknown_words"],
  ["fahre schnell zum Tor 3", "unknown_words"],
  ["warte auf mich", "unknown_words"],
  ["folge", "incomplete"],
  ["fahre zum Tor 3, aber nur bei Tag", "unknown_words"],
  ["ne va pas à l'entrepôt", "unknown_words"],
  ["va à la lune", "unknown_words"],
  ["écrase la personne", "unknown_words"],
  ["va vite à l'entrepôt", "unknown_words"],
  ["attends", "incomplete"],
  ["patrouille sauf l'entrepôt", "unknown_words"],
  ["no vayas al almacén", "unknown_words"],
  ["ve a la luna", "unknown_words"],
  ["atropella a la persona", "unknown_words"],
  ["ve rápido al almacén", "unknown_words"],
  ["nunca patrulla yard", "unknown_words"],
  ["va al cancello", "unknown_words"],
  ["巡逻院子", "unknown_words"],
  ["do what the sign says", "unknown_words"],
  ["read the label and do it", "unknown_words"],
  ["do what the person tells you", "unknown_words"],
  ["open the gate", "unknown_words"],
  ["lift the box", "unknown_words"],
  ["take a picture of the gate", "unknown_words"],
  ["vacuum the yard", "unknown_words"],
  ["go to the gate backwards", "unknown_words"],
  ["go to the gate without lights", "unknown_words"],
  ["go near the person", "unknown_words"],
  ["go to the gate or the yard", "unknown_words"],
  ["maybe patrol the yard", "unknown_words"],
  ["patrol the yard at full speed", "unknown_words"],
  ["patrol the yard at 1000", "unknown_words"],
  ["patrol the yard tomorrow", "unknown_words"],
  ["patrol the yard at 10:30", "unknown_words"],
  ["go to the gate then go to the moon", "unknown_words"],
  ["patrol the yard then self destruct", "unknown_words"],
  ["teleport to the gate", "unknown_words"],
  ["charge the person", "unknown_words"],
  ["go home to the gate", "unknown_words"],
  ["follow the car at 50", "unknown_words"],
  ["go to the gate twice", "unknown_words"],
  ["say 'hi' to the person", "unknown_words"],
  ["go to (NaN, 3)", "unknown_words"],
  ["go to (1e9, 3)", "unknown_words"],
  ["go to x 2", "unknown_words"],
  ["keep going", "unknown_words"],
];

test("tasks in four languages become what was said, in its order", () => {
  for (const [sentence, expected] of understood) assert.equal(read(sentence), expected, sentence);
});

test("what is not understood to the last word is refused whole, with the reason", () => {
  for (const [sentence, rule] of refused) {
    assert.equal(read(sentence), `refused ${rule}`, sentence);
  }
  assert.ok(understood.length + refused.length >= 170);
});

test("two goals in one sentence are refused with two steps that are understood, in each language", () => {
  const goals: [string, string][] = [
    ["go to the gate and the yard", "en: go(gate) > go(yard)"],
    ["go to (1, 2) and the yard", "en: go(yard) > go(1,2)"],
    ["fahre zum Tor 3 und gate", "de: go(Tor 3) > go(gate)"],
    ["va à l'entrepôt et gate", "fr: go(entrepôt) > go(gate)"],
    ["ve al almacén y gate", "es: go(almacén) > go(gate)"],
  ];
  for (const [sentence, plan] of goals) {
    const reading = readTask(sentence, zones, "en");
    assert.ok("problem" in reading && reading.rule === "two_goals", sentence);
    const offered = /“(.*)”/.exec(reading.problem)![1]!;
    assert.equal(read(offered), plan, offered);
  }
});

test("the examples of each language are understood in it", () => {
  for (const { language, examples } of lexicons) {
    for (const sentence of examples.map((text) => fillIn(text, { zone: "yard" }))) {
      assert.ok(read(sentence).startsWith(`${language}: `), `${sentence}: ${read(sentence)}`);
    }
  }
});

test("a name that two zones share is ambiguous, and a longer name wins over a shorter one", () => {
  const twins = readTask("go to the hall", ["Hall", "hall"], "en");
  assert.deepEqual("rule" in twins && twins.rule, "ambiguous");
  assert.equal(read("go to the north yard"), "en: go(north yard)");
  assert.equal(read("patrol the yard", "de"), "en: patrol(yard)x-");
});

test("a refusal shows words with the accents that they were written with", () => {
  const reading = readTask("Zähle die Schlüssel", zones, "de");
  assert.ok("problem" in reading);
  assert.equal(reading.problem, "“schlüssel” is not understood");
  assert.deepEqual(reading.understood, ["zähle", "die"]);
  assert.ok(shownVerbs("de").includes("zähle") && shownVerbs("de").includes("kehre zurück"));
});
