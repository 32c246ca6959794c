/** The product areas. A feature has the same name in every room it has. */
export const features = [
  'landing',
  'auth',
  'deposits',
  'cards',
  'crypto',
  'wallets',
  'promo',
  'offers',
  'trading',
  'history',
  'withdrawal',
  'validation',
  'documents',
  'profile',
  'support',
  'contact',
  'chat',
  'signals',
  'tournaments',
  'news',
  'pages',
  'settings',
  'ledger',
  'live',
  'telemetry',
  'mail',
  'site',
]

/** Where a feature may have a room: the folder, whether the room is a folder or a file, and what else stands there. */
export const featureFolders = [
  { folder: 'apps/web/src/features', kind: 'folder', others: [] },
  { folder: 'apps/server/src/modules', kind: 'folder', others: [] },
  { folder: 'packages/rules/src', kind: 'folder', others: ['result'] },
  { folder: 'packages/contract/src', kind: 'file', others: ['all-calls', 'call', 'domain', 'processor-names', 'wire'] },
  { folder: 'packages/texts/src/en', kind: 'file', others: ['all', 'common', 'locale', 'sandbox'] },
]
