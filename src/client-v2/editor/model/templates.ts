import type { FieldMeta } from '../../api/collection-types';
import type { Translate } from '../../host/host';
import type { Choices } from './field-choices';
import { fieldsOf, ownRelations } from './field-choices';
import type { SegmentOption } from './types';

/** A pattern to start from. */
export interface Template {
  id: string;
  title: string;
  /** What its numbers look like. */
  sample: string;
  patterns: SegmentOption[];
}

const text = (value: string): SegmentOption => ({ type: 'string', options: { value } });
const date = (format: string): SegmentOption => ({ type: 'date', options: { format, field: 'createdAt' } });
const counter = (digits: number, more?: Record<string, unknown>): SegmentOption => ({
  type: 'integer',
  options: { digits, start: 1, ...more },
});

/**
 * The templates for a collection. The one for each customer needs a relation of the collection and shows the related
 * record in the number, so that the numbers of two customers differ.
 * @param now the moment whose date the samples show
 */
export function buildTemplates(choices: Choices, t: Translate, now: Date): Template[] {
  const year = String(now.getFullYear());
  const month = String(now.getMonth() + 1).padStart(2, '0');
  const day = String(now.getDate()).padStart(2, '0');
  return [
    { id: 'simple', title: t('Simple'), sample: 'DH-00001', patterns: [text('DH-'), counter(5)] },
    {
      id: 'yearly',
      title: t('Starts again each year'),
      sample: `INV-${year}-0001`,
      patterns: [text('INV-'), date('YYYY'), text('-'), counter(4, { cycle: '0 0 1 1 *' })],
    },
    {
      id: 'monthly',
      title: t('Starts again each month'),
      sample: `${year.slice(2)}${month}-00001`,
      patterns: [date('YYMM'), text('-'), counter(5, { cycle: '0 0 1 * *' })],
    },
    {
      id: 'daily',
      title: t('Starts again each day'),
      sample: `${year}${month}${day}-001`,
      patterns: [date('YYYYMMDD'), text('-'), counter(3, { cycle: '0 0 * * *' })],
    },
    ...perRelation(choices, t),
    {
      id: 'random',
      title: t('Hard to guess'),
      sample: 'T-00001-7K2Q',
      patterns: [
        text('T-'),
        counter(5),
        text('-'),
        { type: 'randomChar', options: { length: 4, charsets: ['number', 'uppercase'] } },
      ],
    },
  ];
}

function perRelation(choices: Choices, t: Translate): Template[] {
  const [relation] = ownRelations(choices);
  if (!relation) return [];
  const shown = shownField(fieldsOf(choices.collections, relation.target ?? ''));
  return [
    {
      id: 'scoped',
      title: t('For each {{field}}', { field: choices.title(relation.title) }),
      sample: '‹…›-0001',
      patterns: [
        { type: 'field', options: { path: `${relation.name}.${shown}` } },
        text('-'),
        counter(4, { scope: [relation.name] }),
      ],
    },
  ];
}

/** A short code of the related record where it has one, else its id. */
function shownField(fields: readonly FieldMeta[]): string {
  const code = fields.find(({ name, type }) => /^(code|short|abbr|number|no$)/i.test(name) && type !== 'belongsTo');
  return code?.name ?? 'id';
}
