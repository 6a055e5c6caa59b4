import { PLUGIN_NAME } from './namespace';

/** Runs a part of a plugin's load(). A failure is reported on the console only: thrown, it would blank the whole app. */
export function attempt(failure: string, part: () => void): void {
  try {
    part();
  } catch (error) {
    console.error(`[${PLUGIN_NAME}] ${failure}`, error);
  }
}
