export { type AlertKind, describeAlertKind } from './alert-kinds.ts'
export {
  type Alert,
  countOpenAlerts,
  insertAlertsCte,
  listOpenAlerts,
  type NewAlert,
  raiseAlert,
  resolveAlert,
  resolveAlertsCte,
  withdrawAlert,
  withdrawOtherAlerts,
} from './alert-store.ts'
