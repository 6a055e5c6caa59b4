import { DownOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Flex, Typography } from 'antd';
import type { DeliveryOperation } from '../api/outbox-types';
import { useHost } from '../host/host';
import { formatCount } from '../sequences/format';

interface DeliveryToolbarProps {
  chosen: string[];
  /** How many match. */
  total: number;
  onRefresh: () => void;
  /** @param onAll on all that match instead of those that are chosen */
  onOperate: (operation: DeliveryOperation, onAll: boolean) => void;
}

/** What can be done to several deliveries: to those that are chosen, or to all that match. */
export function DeliveryToolbar({ chosen, total, onRefresh, onOperate }: DeliveryToolbarProps) {
  const { t, language } = useHost();
  const number = formatCount(total, language);
  return (
    <Flex wrap gap="small" justify="space-between" align="center">
      <Typography.Text role="status" type="secondary">
        {chosen.length > 0
          ? t('{{chosen}} of {{total}} chosen', { chosen: formatCount(chosen.length, language), total: number })
          : t('Deliveries: {{number}}', { number })}
      </Typography.Text>
      <Flex wrap gap="small">
        <Button icon={<ReloadOutlined />} onClick={onRefresh}>
          {t('Refresh')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onOperate('skip', false)}>
          {t('Skip chosen')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onOperate('replay', false)}>
          {t('Replay chosen')}
        </Button>
        <Dropdown
          trigger={['click']}
          disabled={total === 0}
          menu={{
            items: [
              { key: 'replay', label: t('Replay all that match') },
              { key: 'skip', label: t('Skip all that match') },
            ],
            onClick: ({ key }) => onOperate(key as DeliveryOperation, true),
          }}
        >
          <Button icon={<DownOutlined />} iconPosition="end">
            {t('All that match')}
          </Button>
        </Dropdown>
      </Flex>
    </Flex>
  );
}
