/** Takes a text apart into the texts of its parts; null when it has another shape. */
export type Shape = (text: string) => string[] | null;

/** Up to this many parts of no fixed length, an expression tries few enough ways to divide a text. */
const FEW = 3;

/**
 * The shape that these expressions have one after the other. Each takes as much as it can, the first one first. Time is
 * bounded whatever the text is, since people type it: with many parts of no fixed length a single expression would try
 * more ways to divide the text than a computer can.
 */
export function shapeOf(sources: readonly string[]): Shape {
  const open = sources.filter((source) => /[*+]|\{(\d+),(?!\1\})\d*\}/.test(source.replace(/\\./g, '')));
  if (open.length > FEW) return stepwise(sources);
  const expression = new RegExp(`^${sources.map((source) => `(${source})`).join('')}$`);
  return (text) => expression.exec(text)?.slice(1) ?? null;
}

/** Remembers from which place on the rest of the parts did not fit, so that no place is tried twice. */
function stepwise(sources: readonly string[]): Shape {
  const expressions = sources.map((source) => new RegExp(`^(?:${source})$`));
  return (text) => {
    const dead = new Set<number>();
    const walk = (part: number, from: number): string[] | null => {
      const expression = expressions[part];
      if (!expression) return from === text.length ? [] : null;
      const place = part * (text.length + 1) + from;
      if (dead.has(place)) return null;
      for (let to = text.length; to >= from; to--) {
        const piece = text.slice(from, to);
        const rest = expression.test(piece) ? walk(part + 1, to) : null;
        if (rest) return [piece, ...rest];
      }
      dead.add(place);
      return null;
    };
    return walk(0, 0);
  };
}
