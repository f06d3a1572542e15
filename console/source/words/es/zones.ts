import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "Dibujar zonas",
  drawing: "Zonas en la imagen",
  tools: "Herramientas",
  list: "Zonas",
  kinds: {
    area: "Área",
    line: "Línea",
    mask: "Máscara de privacidad",
  },
  inMiddle: "Poner una en el centro",
  howArea: "Arrastre un rectángulo, o haga clic esquina a esquina y de nuevo en la primera.",
  howLine: "Arrastre una línea, o haga clic en sus dos extremos.",
  howChange:
    "Arrastre esquinas o formas enteras. Con el teclado: las flechas mueven una esquina (Mayús: más, Alt: menos), + añade una, Supr la quita.",
  corner: "Esquina {number} de {name}: {x} % desde la izquierda, {y} % desde arriba",
  nothing: "Todavía no hay nada dibujado.",
  remove: "Quitar {name}",
  alertEnter: "Avisar de un incidente cuando algo entra",
  alertCross: "Avisar de un incidente cuando algo cruza",
  problems: {
    crosses: "{name}: sus lados no pueden cruzarse.",
    few: "{name}: necesita más esquinas.",
    name: "Póngale un nombre de letras y cifras.",
    twice: "{name}: dos tienen este nombre.",
  },
};
