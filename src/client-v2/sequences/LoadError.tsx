import { Button } from 'antd';
import type { ApiError } from '../api/api-error';
import { useT } from '../host/host';
import { Notice } from './Notice';

/** A failed reading in the server's words, with the way to try again. */
export function LoadError(props: { error: ApiError; onRetry: () => void }) {
  const t = useT();
  return (
    <Notice
      type="error"
      title={t('The data could not be loaded')}
      text={props.error.message}
      action={
        <Button size="small" onClick={props.onRetry}>
          {t('Try again')}
        </Button>
      }
    />
  );
}
