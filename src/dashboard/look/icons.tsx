/** The icons: strokes on a grid of 24, by default as large as their text. */
import type { ReactNode } from 'react';

type Props = { size?: number };

const icon =
  (drawing: ReactNode) =>
  ({ size = 18 }: Props) => (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing}
    </svg>
  );

export const Tray = icon(
  <>
    <path d="M3 13.5 6 5h12l3 8.5V18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" />
    <path d="M3 13.5h5l1.5 3h5l1.5-3h5" />
  </>,
);
export const Bubble = icon(<path d="M4 5h16v11H11l-5 4v-4H4z" />);
export const Pulse = icon(<path d="M3 12h4l3-7 4 14 3-7h4" />);
export const Sliders = icon(
  <>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2" />
    <circle cx="9" cy="17" r="2" />
  </>,
);
export const Check = icon(<path d="m4.5 12.5 5 5 10-11" />);
export const Copy = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15H4V6a2 2 0 0 1 2-2h9v1" />
  </>,
);
export const Bolt = icon(<path d="M13 3 5 13.5h6L10.5 21 19 10.5h-6z" />);
export const Menu = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const Plus = icon(<path d="M12 5v14M5 12h14" />);
/** Searches everything, not only what is shown. */
export const Find = icon(
  <>
    <path d="M4 6h16M4 12h4M4 18h4m10.5-.5L21 20" />
    <circle cx="15" cy="14" r="4.5" />
  </>,
);
export const Search = icon(
  <>
    <circle cx="11" cy="11" r="6" />
    <path d="m20 20-4.5-4.5" />
  </>,
);
export const File = icon(
  <>
    <path d="M6 3h8l4 4v14H6z" />
    <path d="M14 3v4h4" />
  </>,
);
export const Back = icon(<path d="m14 6-6 6 6 6" />);
export const Cross = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const Clip = icon(
  <path d="m19 11-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L13 4.3a3 3 0 0 1 4.2 4.2l-7.6 7.6a1.5 1.5 0 0 1-2.1-2.1L14 7.5" />,
);
export const Lock = icon(
  <>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </>,
);
export const Person = icon(
  <>
    <circle cx="12" cy="8.5" r="3.5" />
    <path d="M5 20c.8-3.8 3.4-5.5 7-5.5s6.2 1.7 7 5.5" />
  </>,
);
export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="4" />
    <path d="m11 12 8-8m-3 3 3 3" />
  </>,
);
export const Bell = icon(<path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4" />);
export const Chevron = icon(<path d="m10 6 6 6-6 6" />);
export const Wait = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 8v4l3 2" />
  </>,
);
export const Pause = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M10 9v6m4-6v6" />
  </>,
);
export const Hook = icon(<path d="M4 12h13m-5-6 6 6-6 6" />);

export const Info = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.5v.1" />
  </>,
);
export const Warning = icon(
  <>
    <path d="M12 4 2.5 20h19z" />
    <path d="M12 10v4.5M12 17.2v.1" />
  </>,
);
export const Download = icon(<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />);
export const Out = icon(<path d="M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9" />);
export const Clock = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3.5 2" />
  </>,
);

/** The logo of the inbox. */
export const Logo = ({ size = 20 }: Props) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
    <rect x="1" y="4" width="30" height="24" rx="6" fill="var(--accent)" />
    <path
      d="M1 16h8l3 5h8l3-5h8"
      fill="none"
      stroke="var(--side)"
      strokeWidth="3"
      strokeLinejoin="round"
    />
  </svg>
);
export const ArrowDown = icon(<path d="M12 5v14m-6-6 6 6 6-6" />);
export const ArrowUp = icon(<path d="M12 19V5m-6 6 6-6 6 6" />);
export const Tick = icon(<path d="m6 12.5 4 4 8-9" />);
export const Ticks = icon(<path d="m2.5 12.5 4 4 8-9m-2.5 9 8.5-9" />);
export const Boxes = icon(<path d="M4 4h16v16H4zM8 12l3 3 5-6" />);
export const Pencil = icon(<path d="m4 20 1-4L16.5 4.5l3 3L8 19zM14 7l3 3" />);
export const Dash = icon(<path d="M5 12h14" />);
export const Dot = icon(<circle cx="12" cy="12" r="3" fill="currentColor" />);
export const Redo = icon(
  <>
    <path d="M5 12a7 7 0 1 0 2.2-5.1L4.5 9.5" />
    <path d="M4.5 4.5v5h5" />
  </>,
);
export const Returned = icon(<path d="M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3" />);
export const Struck = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="m6.5 17.5 11-11" />
  </>,
);
