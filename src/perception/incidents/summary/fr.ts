import { noun, type Phrases } from "./phrases.ts";

/** French. */
export const fr: Phrases = {
  motion: "quelque chose qui bouge",
  unknown: (label) => `un objet (${label})`,
  objects: { one: "objet", other: "objets" },
  nouns: {
    person: noun("une personne", "personne", "personnes"),
    car: noun("une voiture", "voiture", "voitures"),
    truck: noun("un camion", "camion", "camions"),
    bus: noun("un bus", "bus", "bus"),
    bicycle: noun("un vélo", "vélo", "vélos"),
    motorcycle: noun("une moto", "moto", "motos"),
    dog: noun("un chien", "chien", "chiens"),
    cat: noun("un chat", "chat", "chats"),
    backpack: noun("un sac à dos", "sac à dos", "sacs à dos"),
    handbag: noun("un sac à main", "sac à main", "sacs à main"),
    suitcase: noun("une valise", "valise", "valises"),
  },
  inZone: (name) => `dans la zone « ${name} »`,
  inPicture: "dans l’image",
  atSite: (sentence, site) => `${sentence} (${site})`,
  stop: ".",
  phrases: {
    intrusion: ({ who, where }) => `${who} se trouve ${where}`,
    loitering: ({ who, where, lasting }) => `${who} reste ${where} depuis ${lasting}`,
    line_crossing: ({ who, zone, isBack }) =>
      `${who} a franchi la ligne « ${zone} » du côté ${isBack ? "b vers le côté a" : "a vers le côté b"}`,
    wrong_direction: ({ who, where }) => `${who} se déplace à contresens ${where}`,
    crowding: ({ counted, where }) => `${counted} en même temps ${where}`,
    speeding: ({ who, where }) => `${who} va trop vite ${where}`,
    running: ({ who, where }) => `${who} court ${where}`,
    stopped_vehicle: ({ who, where, lasting }) => `${who} stationne ${where} depuis ${lasting}`,
    proximity: ({ all, where }) => `distance trop faible ${where} : ${all}`,
    video_loss: ({ lasting }) => `aucune image de la caméra depuis ${lasting}`,
    ppe_missing: ({ classes, where }) => `équipement de protection manquant (${classes}) ${where}`,
    fall: ({ who, where }) => `${who} a fait une chute ${where}`,
    abandoned_object: ({ where, lasting }) => `objet abandonné ${where} depuis ${lasting}`,
    removed_object: ({ where }) => `un objet manque ${where}`,
    "camera_tamper.covered": () => "la caméra est masquée, ou l’obscurité est totale",
    "camera_tamper.defocused": () => "l’image de la caméra est floue",
    "camera_tamper.moved": () => "la caméra a été déplacée : elle montre une autre vue",
    anomaly: ({ details }) =>
      `inhabituel à cette heure : ${details["feature"]} ${details["value"]}, attendu entre ${details["low"]} et ${details["high"]}`,
    model_corrupt: ({ zone, details }) =>
      `le fichier du modèle ${zone} est endommagé : sa somme de contrôle est fausse.${details["set_aside_as"] ? ` Il est mis de côté sous ${details["set_aside_as"]}.` : ""} Un modèle déjà chargé continue ; réinstallez-le avant le prochain redémarrage`,
  },
  other: (type, { who, where }) => `${type} : ${who} ${where}`,
  features: {
    count: "nombre d’objets visibles",
    arrivals: "arrivées par minute",
    dwell: "plus longue présence en secondes",
    speed: "vitesse maximale en largeurs d’image par seconde",
    size: "plus grand objet en pourcentage de l’image",
    motion: "part de l’image en mouvement, en pour cent",
  },
};
