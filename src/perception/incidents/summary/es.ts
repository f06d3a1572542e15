import { noun, type Phrases } from "./phrases.ts";

/** Spanish. */
export const es: Phrases = {
  motion: "algo que se mueve",
  unknown: (label) => `un objeto (${label})`,
  objects: { one: "objeto", other: "objetos" },
  nouns: {
    person: noun("una persona", "persona", "personas"),
    car: noun("un coche", "coche", "coches"),
    truck: noun("un camión", "camión", "camiones"),
    bus: noun("un autobús", "autobús", "autobuses"),
    bicycle: noun("una bicicleta", "bicicleta", "bicicletas"),
    motorcycle: noun("una motocicleta", "motocicleta", "motocicletas"),
    dog: noun("un perro", "perro", "perros"),
    cat: noun("un gato", "gato", "gatos"),
    backpack: noun("una mochila", "mochila", "mochilas"),
    handbag: noun("un bolso", "bolso", "bolsos"),
    suitcase: noun("una maleta", "maleta", "maletas"),
  },
  inZone: (name) => `en la zona «${name}»`,
  inPicture: "en la imagen",
  atSite: (sentence, site) => `${sentence} (${site})`,
  stop: ".",
  phrases: {
    intrusion: ({ who, where }) => `hay ${who} ${where}`,
    loitering: ({ who, where, lasting }) => `${who} permanece ${where} desde hace ${lasting}`,
    line_crossing: ({ who, zone, isBack }) =>
      `${who} ha cruzado la línea «${zone}» del lado ${isBack ? "b al lado a" : "a al lado b"}`,
    wrong_direction: ({ who, where }) => `${who} avanza en sentido contrario ${where}`,
    crowding: ({ counted, where }) => `${counted} a la vez ${where}`,
    speeding: ({ who, where }) => `${who} va demasiado rápido ${where}`,
    running: ({ who, where }) => `${who} corre ${where}`,
    stopped_vehicle: ({ who, where, lasting }) =>
      `${who} sin moverse ${where} desde hace ${lasting}`,
    proximity: ({ all, where }) => `distancia insuficiente ${where}: ${all}`,
    video_loss: ({ lasting }) => `sin imagen de la cámara desde hace ${lasting}`,
    ppe_missing: ({ classes, where }) => `falta equipo de protección (${classes}) ${where}`,
    fall: ({ who, where }) => `${who} se ha caído ${where}`,
    abandoned_object: ({ where, lasting }) => `objeto abandonado ${where} desde hace ${lasting}`,
    removed_object: ({ where }) => `falta un objeto ${where}`,
    "camera_tamper.covered": () => "la cámara está tapada o la oscuridad es total",
    "camera_tamper.defocused": () => "la imagen de la cámara está desenfocada",
    "camera_tamper.moved": () => "alguien ha movido la cámara: muestra otra vista",
    anomaly: ({ details }) =>
      `inusual para esta hora: ${details["feature"]} ${details["value"]}, se esperaba entre ${details["low"]} y ${details["high"]}`,
    model_corrupt: ({ zone, details }) =>
      `el archivo del modelo ${zone} está dañado: su suma de comprobación no coincide.${details["set_aside_as"] ? ` Se ha apartado como ${details["set_aside_as"]}.` : ""} Un modelo cargado sigue en uso; vuelva a instalarlo antes del próximo reinicio`,
  },
  other: (type, { who, where }) => `${type}: ${who} ${where}`,
  features: {
    count: "número de objetos visibles",
    arrivals: "llegadas por minuto",
    dwell: "permanencia más larga en segundos",
    speed: "velocidad máxima en anchos de imagen por segundo",
    size: "objeto más grande en porcentaje de la imagen",
    motion: "parte de la imagen en movimiento, en porcentaje",
  },
};
