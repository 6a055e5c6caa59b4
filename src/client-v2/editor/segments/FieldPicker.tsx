import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import type { InputTies } from '../Labelled';
import type { FieldChoice } from '../model/field-choices';
import { titleOfPath } from '../model/field-choices';

interface Node {
  value: string;
  title: string;
  label: string;
  children?: Node[];
}

interface FieldPickerProps {
  ties: InputTies;
  choices: readonly FieldChoice[];
  loading?: boolean;
  placeholder: string;
}

/** Chooses a field of the record, or of a record it belongs to. */
export function FieldPicker(props: FieldPickerProps & { value: string; onChange: (path: string) => void }) {
  const { ties, choices, value, onChange, ...rest } = props;
  return (
    <TreeSelect
      {...ties}
      {...rest}
      {...useTree(choices, value ? [value] : [])}
      value={value || undefined}
      onChange={(path: string | undefined) => onChange(path ?? '')}
    />
  );
}

/** Chooses several fields; none is fine. */
export function FieldsPicker(props: FieldPickerProps & { value: string[]; onChange: (paths: string[]) => void }) {
  const { ties, choices, value, onChange, ...rest } = props;
  return (
    <TreeSelect
      {...ties}
      {...rest}
      {...useTree(choices, value)}
      multiple
      value={value}
      onChange={(paths: string[]) => onChange(paths)}
    />
  );
}

/** A chosen field that is not among the choices any more is still shown, by its name. */
function useTree(choices: readonly FieldChoice[], chosen: readonly string[]) {
  const treeData = useMemo(() => {
    const lost = chosen.filter((path) => titleOfPath(path, choices) === path && !choices.some((c) => c.path === path));
    return [...choices.map(toNode), ...lost.map((path) => ({ value: path, title: path, label: path }))];
  }, [choices, chosen.join()]);
  return {
    treeData,
    showSearch: true,
    allowClear: true,
    treeNodeFilterProp: 'title',
    treeNodeLabelProp: 'label',
    popupMatchSelectWidth: false,
    style: { width: '100%' },
  };
}

function toNode({ path, title, fullTitle, children }: FieldChoice): Node {
  return { value: path, title, label: fullTitle, children: children?.map(toNode) };
}
