import type { ServerModule } from '../../context.ts'
import { settingActions } from './change-setting.ts'

export const settingsModule: ServerModule = { actions: settingActions }
