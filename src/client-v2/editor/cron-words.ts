import cronstrue from 'cronstrue';
import 'cronstrue/locales/fr';
import 'cronstrue/locales/vi';
import 'cronstrue/locales/zh_CN';

const LOCALES: Record<string, string> = { en: 'en', fr: 'fr', vi: 'vi', zh: 'zh_CN' };

/** A cron expression in words of the person's language (English where it has none); undefined for what is no cron. */
export function cronInWords(cron: string, language: string): string | undefined {
  try {
    const locale = LOCALES[language.slice(0, 2)] ?? 'en';
    return cronstrue.toString(cron.trim(), { locale, use24HourTimeFormat: true, throwExceptionOnParseError: true });
  } catch {
    return undefined;
  }
}
