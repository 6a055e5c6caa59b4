import type { Finding } from '../../api/finding-types';
import type { Translate } from '../../host/host';
import type { SequenceRules } from './types';

/** What is worth a second look and can be seen without the server: several counters, scopes that the number does not show. */
export function ownWarnings(
  { patterns, unique }: SequenceRules,
  titleOf: (path: string) => string,
  t: Translate,
): Finding[] {
  const counters = patterns.flatMap(({ type }, index) => (type === 'integer' ? [index] : []));
  const several = counters.slice(1).map((index) => ({
    path: `patterns[${index}]`,
    message: t('There is another counter before this one: both count up with each record.'),
  }));
  return [...several, ...(unique ? hiddenScopes(patterns, titleOf, t) : [])];
}

/** Two scopes count alike: where the number does not show which is which, a unique field refuses the second one's number. */
function hiddenScopes(patterns: SequenceRules['patterns'], titleOf: (path: string) => string, t: Translate): Finding[] {
  const shown = patterns.flatMap(({ type, options }) => (type === 'field' ? [String(options.path)] : []));
  return patterns.flatMap(({ type, options }, index) => {
    if (type !== 'integer' || !Array.isArray(options.scope)) return [];
    const hidden = (options.scope as string[]).filter(
      (path) => !shown.some((other) => other === path || other.startsWith(`${path}.`) || other === `${path}Id`),
    );
    if (hidden.length === 0) return [];
    const fields = hidden.map(titleOf).join(', ');
    return [
      {
        path: `patterns[${index}].options.scope`,
        message: t(
          'The number does not show {{fields}}, so two of them would get the same number, and Unique refuses it. Add it as a part, or switch Unique off.',
          { fields },
        ),
      },
    ];
  });
}
