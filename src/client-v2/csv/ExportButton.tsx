import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import dayjs from 'dayjs';
import { saveAs } from 'file-saver';
import { useState } from 'react';
import { toApiError } from '../api/api-error';
import { useT } from '../host/host';

interface ExportButtonProps {
  /** What is in the file: a part of its name. */
  name: string;
  /** Makes the file's text; may read from the server. */
  write: () => string | Promise<string>;
}

/** Hands the person a CSV file. */
export function ExportButton({ name, write }: ExportButtonProps) {
  const t = useT();
  const { message } = App.useApp();
  const [writing, setWriting] = useState(false);

  const hand = async () => {
    setWriting(true);
    try {
      const text = await write();
      saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), `sequences-${name}-${today()}.csv`);
    } catch (thrown) {
      message.error(toApiError(thrown).message);
    } finally {
      setWriting(false);
    }
  };

  return (
    <Button icon={<DownloadOutlined />} loading={writing} onClick={() => void hand()}>
      {t('Export CSV')}
    </Button>
  );
}

function today(): string {
  return dayjs().format('YYYY-MM-DD');
}
