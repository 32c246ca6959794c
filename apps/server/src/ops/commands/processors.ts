import { type ProcessorName, processorNames } from '@tradefront/contract/processor-names'
import { parseCascade } from '@tradefront/processors/plan-cascade'
import { defaultCascade } from '@tradefront/rules/cards/cascade-plan'

import { alwaysMutates, type CommandContext, type Command, neverMutates } from '../cli/command.ts'
import { exitCodes, CliError } from '../cli/cli-error.ts'
import { formatTable } from '../cli/terminal.ts'

/** A copy of the server goes on with what it has read for this long. */
const delayNote = 'Every running server goes by it within a second.'

const listCommand: Command = {
  name: 'processors',
  usage: '',
  about: 'the processors, their place in the cascade, and which are off',
  details: ['A trader may have a cascade of their own, and PFS countries have PFS alone: off holds there, too.'],
  options: {},
  argumentCount: [0, 0],
  isMutating: neverMutates,
  run: async (call) => {
    await printProcessors(call, '')
    return exitCodes.done
  },
}

const offCommand: Command = {
  name: 'off',
  usage: 'PROCESSOR',
  about: 'switch a processor off: nobody is charged by it any more',
  details: [
    'It is left out of every new deposit’s plan and passed over in those that are open. A charge that is under way there is',
    'brought to its end.',
  ],
  options: {},
  argumentCount: [1, 1],
  isMutating: alwaysMutates,
  run: async (call) => {
    const name = parseProcessor(call.args[0])
    const left = (await getCascadeOrder(call)).filter((each) => each !== name)
    const last = left.length === 0 ? ' None is left then: nobody outside PFS countries can pay by card.' : ''
    await call.confirm(`${name} is switched off.${last}`)
    return updateProcessorsOff(call, (now) => (now.includes(name) ? now : [...now, name]), `${name} is off.`)
  },
}

const onCommand: Command = {
  name: 'on',
  usage: 'PROCESSOR',
  about: 'switch it on again',
  details: [],
  options: {},
  argumentCount: [1, 1],
  isMutating: alwaysMutates,
  run: async (call) => {
    const name = parseProcessor(call.args[0])
    await call.confirm(`${name} is switched on.`)
    return updateProcessorsOff(call, (now) => now.filter((each) => each !== name), `${name} is on.`)
  },
}

const cascadeCommand: Command = {
  name: 'cascade',
  usage: '[LIST | default]',
  about: 'show or set the order in which processors are tried',
  details: [
    'LIST is a comma list such as FRAUD,ORANGE,CONCEPT; default is the built-in order. It holds for deposits opened from then',
    'on; a trader’s own cascade and the PFS countries go before it.',
  ],
  options: {},
  argumentCount: [0, 1],
  isMutating: (args) => args.length > 0,
  run: async (call) => {
    const [listArgument] = call.args
    if (listArgument === undefined) {
      await printProcessors(call, '')
      return exitCodes.done
    }
    const names = listArgument.toLowerCase() === 'default' ? null : parseCascadeList(listArgument)
    await call.confirm(`The cascade becomes ${(names ?? defaultCascade).join(', ')}.`)
    const changed = await call.services.settings.set('cascade', names?.join(',') ?? null, call.by)
    await printProcessors(
      call,
      changed ? `The cascade is set. ${delayNote}` : 'Nothing was changed: it is set so already.',
    )
    return exitCodes.done
  },
}

export const processorCommands: readonly Command[] = [listCommand, offCommand, onCommand, cascadeCommand]

async function updateProcessorsOff(
  call: CommandContext,
  next: (now: readonly ProcessorName[]) => readonly ProcessorName[],
  done: string,
): Promise<number> {
  const changed = await call.services.settings.change('processors_off', (now) => [...next(now)], call.by)
  await printProcessors(call, changed ? `${done} ${delayNote}` : 'Nothing was changed: it is so already.')
  return exitCodes.done
}

/** Who is tried for a trader without a cascade of their own. */
async function getCascadeOrder({ services: session }: CommandContext): Promise<ProcessorName[]> {
  const { cascade: set, processors_off } = await session.settings.all()
  const configured = parseCascade(set)
  return (configured.length > 0 ? configured : defaultCascade).filter((name) => !processors_off.includes(name))
}

async function printProcessors(call: CommandContext, words: string): Promise<void> {
  const cascadeOrder = await getCascadeOrder(call)
  const { cascade: set, processors_off } = await call.services.settings.all()
  const rows = processorNames.map((name) => {
    const place = cascadeOrder.indexOf(name)
    return { name, on: !processors_off.includes(name), place: place === -1 ? null : place + 1 }
  })
  const shown = formatTable(
    ['processor', 'is', 'tried'],
    rows.map(({ name, on: isOn, place }) => [name, isOn ? 'on' : 'OFF', place]),
    '',
  )
  call.print(
    { message: words, cascade: set, processors: rows },
    `${words === '' ? '' : `${words}\n`}Cascade: ${cascadeOrder.join(', ') || 'nobody'}${set === null ? ' (the built-in order)' : ''}\n\n${shown}`,
  )
}

function parseProcessor(text: string | undefined): ProcessorName {
  const name = processorNames.find((each) => each === text?.trim().toUpperCase())
  if (name === undefined)
    throw new CliError(`There is no processor "${text ?? ''}": they are ${processorNames.join(', ')}.`, exitCodes.usage)
  return name
}

function parseCascadeList(text: string): ProcessorName[] {
  const names = text.split(',').map(parseProcessor)
  const duplicate = names.find((name, at) => names.indexOf(name) !== at)
  if (duplicate !== undefined) throw new CliError(`${duplicate} stands twice in the list.`, exitCodes.usage)
  return names
}
