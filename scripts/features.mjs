/** A feature has the same name in every folder. */
export const features = [
  'landing',
  'auth',
  'users',
  'deposits',
  'cards',
  'crypto',
  'wallets',
  'promo',
  'rates',
  'offers',
  'trading',
  'charts',
  'price-alerts',
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
  'marks',
  'live',
  'log',
  'telemetry',
  'mail',
  'push',
  'alerts',
  'operators',
  'site',
]

/** Folders that can have a feature, as a folder or a file, and other allowed entries. */
export const featureFolders = [
  { folder: 'apps/web/src/features', kind: 'folder', others: [] },
  { folder: 'apps/server/src/modules', kind: 'folder', others: [] },
  // `time` and `uploads`: rules that several features share.
  { folder: 'packages/rules/src', kind: 'folder', others: ['result', 'time', 'uploads'] },
  {
    folder: 'packages/contract/src',
    kind: 'file',
    others: [
      'all-calls',
      'call',
      'desk',
      'desk-control',
      'desk-traders',
      'domain',
      'environment',
      'login',
      'operator-actions',
      'processor-names',
      'trade-proof',
      'trade-view',
      'user-record',
      'wire',
    ],
  },
  // `invoices`: of crypto, apart because the browser loads it only when a tab of a coin is opened.
  // `camera`: of documents, apart because the browser loads it only when a document is photographed.
  // `replay`: of trading, apart for the same reason.
  // `login`: of auth, apart because the log-in page loads no other texts of it.
  // `desk` and `traders`: of the operators' desk.
  {
    folder: 'packages/texts/src/en',
    kind: 'file',
    others: [
      'all',
      'camera',
      'common',
      'desk',
      'desk-control',
      'invoices',
      'locale',
      'login',
      'replay',
      'sandbox',
      'traders',
    ],
  },
]
