/** Colours as dots with their value and role. */
export function Swatches(props: {
  label: string;
  colors: readonly { hex: string; role?: string }[];
}) {
  return (
    <ul class="swatches" aria-label={props.label}>
      {props.colors.map(({ hex, role }) => (
        <li key={`${role} ${hex}`}>
          <span class="swatch" style={{ background: hex }} />
          <code>{hex}</code> {role}
        </li>
      ))}
    </ul>
  );
}
