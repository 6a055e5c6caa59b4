import { PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, Flex, theme } from 'antd';
import type { Ref } from 'react';
import { useT } from '../host/host';
import type { SegmentType } from './model/segments';
import { SEGMENT_TYPES } from './model/segments';
import { kindOf, purposeOf } from './segment-words';

interface AddSegmentProps {
  buttonRef: Ref<HTMLButtonElement>;
  onAdd: (type: SegmentType) => void;
}

/** The button after the last part, with what can be added. */
export function AddSegment({ buttonRef, onAdd }: AddSegmentProps) {
  const t = useT();
  const { token } = theme.useToken();
  const items = SEGMENT_TYPES.map((type) => ({
    key: type,
    label: (
      <Flex vertical>
        <span>{kindOf(type, t)}</span>
        <span style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>{purposeOf(type, t)}</span>
      </Flex>
    ),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onAdd(key as SegmentType) }}>
      <Button
        ref={buttonRef}
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        style={{ height: 'auto', minHeight: 48 }}
      >
        {t('Add part')}
      </Button>
    </Dropdown>
  );
}
