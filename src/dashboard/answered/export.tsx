import { base } from '../data/base.ts';
import { Download } from '../look/icons.tsx';
import { Drop } from './drop.tsx';
import type { Narrow } from './use-filter.ts';

const formats = [
  { format: 'csv', label: 'CSV', about: 'for spreadsheets' },
  { format: 'json', label: 'JSON', about: 'with full questions' },
];

/** Downloads everything that matches the filters. */
export const Export = ({ narrow: { filter } }: { narrow: Narrow }) => (
  <Drop label="Export" className="filters-export">
    <p className="meta">All questions that match the filters.</p>
    <ul className="export">
      {formats.map(({ format, label, about }) => (
        <li key={format}>
          <a href={pathOf(filter, format)} download>
            <Download size={16} /> {label} <span className="meta">{about}</span>
          </a>
        </li>
      ))}
    </ul>
  </Drop>
);

/** The session's cookie is sent with the request. */
function pathOf({ order: _, ...filter }: Narrow['filter'], format: string): string {
  const given = Object.entries({ format, ...filter });
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
  return `${base}/api/v1/reviews/export?${query}`;
}
