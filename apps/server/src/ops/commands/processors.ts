import { defaultCascade, parseCascade, type ProcessorName, processorNames } from '@tradefront/rules/cards/cascade-plan'

import { always, type Call, type Command, never } from '../cli/command.ts'
import { exitCodes, Refusal } from '../cli/cli-error.ts'
import { table } from '../cli/terminal.ts'

/** A copy of the server goes on with what it has read for this long. */
const heldBack = 'Every running server goes by it within a second.'

const list: Command = {
  name: 'processors',
  usage: '',
  about: 'the processors, their place in the cascade, and which are off',
  details: ['A trader may have a cascade of their own, and PFS countries have PFS alone: off holds there, too.'],
  options: {},
  takes: [0, 0],
  changes: never,
  run: async (call) => {
    await printProcessors(call, '')
    return exitCodes.done
  },
}

const off: Command = {
  name: 'off',
  usage: 'PROCESSOR',
  about: 'switch a processor off: nobody is charged by it any more',
  details: [
    'It is left out of every new deposit’s plan and passed over in those that are open. A charge that is under way there is',
    'brought to its end.',
  ],
  options: {},
  takes: [1, 1],
  changes: always,
  run: async (call) => {
    const name = readProcessor(call.args[0])
    const left = (await order(call)).filter((each) => each !== name)
    const last = left.length === 0 ? ' None is left then: nobody outside PFS countries can pay by card.' : ''
    await call.confirm(`${name} is switched off.${last}`)
    return change(call, (now) => (now.includes(name) ? now : [...now, name]), `${name} is off.`)
  },
}

const on: Command = {
  name: 'on',
  usage: 'PROCESSOR',
  about: 'switch it on again',
  details: [],
  options: {},
  takes: [1, 1],
  changes: always,
  run: async (call) => {
    const name = readProcessor(call.args[0])
    await call.confirm(`${name} is switched on.`)
    return change(call, (now) => now.filter((each) => each !== name), `${name} is on.`)
  },
}

const cascade: Command = {
  name: 'cascade',
  usage: '[LIST | default]',
  about: 'show or set the order in which processors are tried',
  details: [
    'LIST is a comma list such as FRAUD,ORANGE,CONCEPT; default is the built-in order. It holds for deposits opened from then',
    'on; a trader’s own cascade and the PFS countries go before it.',
  ],
  options: {},
  takes: [0, 1],
  changes: (args) => args.length > 0,
  run: async (call) => {
    const [list_] = call.args
    if (list_ === undefined) {
      await printProcessors(call, '')
      return exitCodes.done
    }
    const names = list_.toLowerCase() === 'default' ? null : readList(list_)
    await call.confirm(`The cascade becomes ${(names ?? defaultCascade).join(', ')}.`)
    const changed = await call.session.settings.set('cascade', names?.join(',') ?? null, call.by)
    await printProcessors(
      call,
      changed ? `The cascade is set. ${heldBack}` : 'Nothing was changed: it is set so already.',
    )
    return exitCodes.done
  },
}

export const processorCommands: readonly Command[] = [list, off, on, cascade]

async function change(
  call: Call,
  next: (now: readonly ProcessorName[]) => readonly ProcessorName[],
  done: string,
): Promise<number> {
  const changed = await call.session.settings.change('processors_off', (now) => [...next(now)], call.by)
  await printProcessors(call, changed ? `${done} ${heldBack}` : 'Nothing was changed: it is so already.')
  return exitCodes.done
}

/** Who is tried for a trader without a cascade of their own. */
async function order({ session }: Call): Promise<ProcessorName[]> {
  const { cascade: set, processors_off } = await session.settings.all()
  const named = parseCascade(set)
  return (named.length > 0 ? named : defaultCascade).filter((name) => !processors_off.includes(name))
}

async function printProcessors(call: Call, words: string): Promise<void> {
  const tried = await order(call)
  const { cascade: set, processors_off } = await call.session.settings.all()
  const rows = processorNames.map((name) => {
    const place = tried.indexOf(name)
    return { name, on: !processors_off.includes(name), place: place === -1 ? null : place + 1 }
  })
  const shown = table(
    ['processor', 'is', 'tried'],
    rows.map(({ name, on: isOn, place }) => [name, isOn ? 'on' : 'OFF', place]),
    '',
  )
  call.print(
    { message: words, cascade: set, processors: rows },
    `${words === '' ? '' : `${words}\n`}Cascade: ${tried.join(', ') || 'nobody'}${set === null ? ' (the built-in order)' : ''}\n\n${shown}`,
  )
}

function readProcessor(text: string | undefined): ProcessorName {
  const name = processorNames.find((each) => each === text?.trim().toUpperCase())
  if (name === undefined)
    throw new Refusal(`There is no processor "${text ?? ''}": they are ${processorNames.join(', ')}.`, exitCodes.usage)
  return name
}

function readList(text: string): ProcessorName[] {
  const names = text.split(',').map(readProcessor)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Refusal(`${twice} stands twice in the list.`, exitCodes.usage)
  return names
}
