import { encode } from 'uqr';

const QUIET_MODULES = 2;

/** A text as a QR code; dark on white in every theme, as phones read it. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  );
}
