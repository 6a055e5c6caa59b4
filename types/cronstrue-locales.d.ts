/** Each adds its language to cronstrue when it is imported; the package has no typings for them. */
declare module 'cronstrue/locales/*';
