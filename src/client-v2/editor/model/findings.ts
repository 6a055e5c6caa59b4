import type { Change, Finding } from '../../api/finding-types';
import type { SequenceRules } from './types';

/** What is said about one part of the pattern, with its paths relative to the part's options. */
export function findingsOfPart<F extends Finding>(findings: readonly F[], index: number): F[] {
  const place = `patterns[${index}]`;
  return findings
    .filter(({ path }) => path === place || path.startsWith(`${place}.`))
    .map((finding) => ({ ...finding, path: finding.path.slice(place.length + 1).replace(/^options\.?/, '') }));
}

/** What is said about an option of the field itself. */
export function findingsOfOption<F extends Finding>(findings: readonly F[], option: string): F[] {
  return findings.filter(({ path }) => path === option);
}

/** What has no place of its own in the editor: it is shown below the pattern as a whole. */
export function findingsOfWhole<F extends Finding>(findings: readonly F[], partCount: number): F[] {
  return findings.filter(({ path }) => {
    if (['timezone', 'unique', 'inputable', 'match'].includes(path)) return false;
    const index = partIndex(path);
    return index === undefined || index >= partCount;
  });
}

/** The first part that has something wrong; undefined: none. */
export function firstWrongPart(findings: readonly Finding[]): number | undefined {
  const places = findings.map(({ path }) => partIndex(path)).filter((index) => index !== undefined);
  return places.length > 0 ? Math.min(...places) : undefined;
}

function partIndex(path: string): number | undefined {
  const index = /^patterns\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** The changes that saving would make and that a person has to accept first. */
export function toConfirm(changes: readonly Change[]): Change[] {
  return changes.filter(({ severity }) => severity === 'confirm');
}

/** The changes that saving is refused for. */
export function refusals(changes: readonly Change[]): Change[] {
  return changes.filter(({ severity }) => severity === 'error');
}

/** Stands for exactly these rules: a consent to a change holds for the rules that were looked at, and no others. */
export function signatureOf(rules: SequenceRules): string {
  return JSON.stringify(rules);
}
