import { useT } from '../../host/host';
import { Findings, Help } from '../Labelled';
import { CounterPart } from './CounterPart';
import { DatePart } from './DatePart';
import { FieldPart } from './FieldPart';
import type { PartProps } from './part-props';
import { RandomPart } from './RandomPart';
import { TextPart } from './TextPart';

/** The options of a part, by its kind. A kind of another plugin is kept as it is. */
export function Part(props: PartProps) {
  switch (props.segment.type) {
    case 'string':
      return <TextPart {...props} />;
    case 'integer':
      return <CounterPart {...props} />;
    case 'date':
      return <DatePart {...props} />;
    case 'field':
      return <FieldPart {...props} />;
    case 'randomChar':
      return <RandomPart {...props} />;
    default:
      return <ForeignPart {...props} />;
  }
}

function ForeignPart({ errors, warnings }: PartProps) {
  const t = useT();
  return (
    <>
      <Help>{t('This part comes from another plugin. It is kept as it is.')}</Help>
      <Findings errors={errors} warnings={warnings} />
    </>
  );
}
