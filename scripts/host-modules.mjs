/**
 * What a NocoBase 2.2 page hands to a plugin's client bundle, by exact module id (its RequireJS registry).
 * Anything else has no module behind it at run time, and one missing module takes the whole UI down.
 */
const BOTH_LANES = [
  'react',
  'react-dom',
  'react/jsx-runtime',
  'react-router',
  'react-router-dom',
  'antd',
  'antd-style',
  '@ant-design/icons',
  '@ant-design/cssinjs',
  'i18next',
  'react-i18next',
  '@formily/antd-v5',
  '@formily/core',
  '@formily/react',
  '@formily/reactive',
  '@formily/shared',
  '@nocobase/utils',
  '@nocobase/utils/client',
  '@nocobase/client-v2',
  '@nocobase/client-v2/client-v2',
  '@nocobase/flow-engine',
  '@nocobase/evaluators',
  '@nocobase/evaluators/client',
  '@dnd-kit/core',
  '@dnd-kit/sortable',
  '@ctrl/tinycolor',
  'ahooks',
  'axios',
  'dayjs',
  'lodash',
  '@emotion/css',
  'file-saver',
];

const CLASSIC_LANE_ONLY = [
  '@nocobase/client',
  '@nocobase/client/client',
  '@nocobase/sdk',
  '@formily/json-schema',
  '@formily/path',
  '@formily/validator',
  '@formily/reactive-react',
];

/** Host modules by client lane: `client` is the classic admin, `client-v2` the modern one. */
export const HOST_MODULES = {
  client: new Set([...BOTH_LANES, ...CLASSIC_LANE_ONLY]),
  'client-v2': new Set(BOTH_LANES),
};

/** Libraries of our own in the client bundles: small, and without imports that the host would have to answer. */
export const BUNDLED_MODULES = new Set([
  'cronstrue',
  'cronstrue/locales/fr',
  'cronstrue/locales/vi',
  'cronstrue/locales/zh_CN',
  'd3-dsv',
]);
