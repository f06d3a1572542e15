import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "Dibujar zonas",
  drawing: "Zonas en la imagen",
  tools: "Herramientas",
  list: "Zonas",
  kinds: {
    area: "Zona",
    line: "Línea",
    mask: "Máscara de privacidad",
  },
  inMiddle: "Añadir en el centro",
  howArea: "Arrastre un rectángulo, o haga clic en cada esquina y de nuevo en la primera.",
  howLine: "Arrastre una línea, o haga clic en sus dos extremos.",
  howChange:
    "Arrastre esquinas o formas enteras. Teclado: las flechas mueven una esquina (Mayús: más rápido, Alt: más lento), + añade una, Supr la elimina.",
  corner: "Esquina {number} de {name}: {x} % desde la izquierda, {y} % desde arriba",
  nothing: "Aún no hay zonas.",
  remove: "Quitar {name}",
  alertEnter: "Avisar de un incidente cuando algo entra",
  alertCross: "Avisar de un incidente cuando algo cruza",
  problems: {
    crosses: "{name}: los lados no deben cruzarse.",
    few: "{name}: añada más esquinas.",
    name: "Escriba un nombre de letras y cifras.",
    twice: "{name}: este nombre ya se usa.",
  },
};
