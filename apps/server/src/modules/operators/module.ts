import type { ServerModule } from '../../context.ts'
import { operatorActionHandlers } from './change-operators.ts'
import { runReadyCommands } from './run-commands.ts'

export const operatorsModule: ServerModule = {
  actions: operatorActionHandlers,
  jobs: [
    {
      name: 'operators.run_commands',
      everyMs: 500,
      summary: 'does what operators have signed at the desk',
      whileItFails: 'signed commands wait; one that is not done within an hour must be asked for again',
      run: runReadyCommands,
    },
  ],
}
