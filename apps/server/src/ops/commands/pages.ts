import { isUtf8 } from 'node:buffer'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { type Locale, locales } from '@tradefront/texts/locales'

import type { PageName } from '../../modules/pages/service.ts'
import { always, type Call, type Command, never } from '../cli/command.ts'
import { exitCodes, Refusal } from '../cli/cli-error.ts'
import { card, table, time } from '../cli/terminal.ts'

const mostTitle = 200
const mostHtml = 100_000
const mostFileBytes = 1_000_000

const naming =
  'PAGE is the name in /show/PAGE; a fragment is written ag/NAME, a modal modal/NAME. "pages" lists those that there are.'

const list: Command = {
  name: 'pages',
  usage: '',
  about: 'the server pages, fragments and modals, and which of them you have written',
  details: ['Those without a time have the words that came with the product.'],
  options: {},
  takes: [0, 0],
  changes: never,
  run: async ({ session, print }) => {
    const rows = await session.pages.list()
    print(
      rows,
      table(
        ['page', 'language', 'title', 'written'],
        rows.map((row) => [shown(row), row.language, row.title, time(row.changedAt)]),
        '',
      ),
    )
    return exitCodes.done
  },
}

const show: Command = {
  name: 'page',
  usage: 'PAGE LANGUAGE [--to FILE]',
  about: 'show a page as readers get it, or write its HTML into a file to edit it',
  details: [naming],
  options: { to: { type: 'string', value: 'FILE', about: 'where to write its HTML; nothing is overwritten' } },
  takes: [2, 2],
  changes: never,
  run: async ({ session, args, option, print }) => {
    const { page, language } = readPlace(args)
    const content = await session.pages.read(page.area, page.name, language)
    if (!content) throw new Refusal(`There is no page "${shown(page)}" in ${language}.`)
    const to = option('to')
    if (to !== undefined) {
      const path = resolve(to)
      await writeFile(path, `${content.html}\n`, { flag: 'wx' }).catch(() => {
        throw new Refusal(`${path} is there already, or cannot be written.`)
      })
      print(
        { ...content, path },
        `${path}: "${content.title}". Edit it, then: set-page ${shown(page)} ${language} --from ${to}\n`,
      )
      return exitCodes.done
    }
    const head = card([
      ['page', shown(page)],
      ['language', language],
      ['title', content.title],
    ])
    // What came from elsewhere must not steer the terminal.
    print(content, `${head}\n${content.html.replaceAll(/[^\P{C}\n\t]/gu, '?')}\n`)
    return exitCodes.done
  },
}

const write: Command = {
  name: 'set-page',
  usage: 'PAGE LANGUAGE --from FILE [--title TITLE]',
  about: 'put the HTML of a file in place of a page, or make a new one',
  details: [
    naming,
    'Only what a text needs is kept: headings, lists, tables, links to https and to /show/PAGE. What could run, load, post or',
    'restyle is taken out. It holds at once, in this language alone; write the others too.',
  ],
  options: {
    from: { type: 'string', value: 'FILE', about: 'its HTML, UTF-8' },
    title: { type: 'string', value: '"TEXT"', about: 'its title; without it the present one stays' },
  },
  takes: [2, 2],
  changes: always,
  run: async (call) => {
    const { page, language } = readPlace(call.args)
    const { pages } = call.session
    if (!pages.isServed(page)) throw usage(`No modal is called "${page.name}": nobody would ever see it.`)
    const html = await readHtml(call.option('from'))
    const now = await pages.read(page.area, page.name, language)
    const title = (call.option('title') ?? now?.title ?? '').trim()
    if (!isTitle(title)) throw usage(`Say --title with 1 to ${mostTitle} characters.`)
    const { html: kept, isLoss } = await pages.clean(html)
    if (kept.trim() === '') throw new Refusal('Nothing of this file can be kept: it has no text.')
    if (kept.length > mostHtml)
      throw new Refusal(`A page may have ${mostHtml} characters, this one has ${kept.length}.`)
    const taken = isLoss ? ' Something in it cannot be kept and is taken out: look at it with "page".' : ''
    await call.confirm(`${shown(page)} in ${language} becomes "${title}", ${kept.length} characters.${taken}`)
    await pages.write(page, language, { title, html: kept }, call.by)
    call.print(
      { page: shown(page), language, title, html: kept },
      `${shown(page)} in ${language} is written.${taken}\n`,
    )
    return exitCodes.done
  },
}

const reset: Command = {
  name: 'reset-page',
  usage: 'PAGE LANGUAGE',
  about: 'take your words away: those of the product hold again, or the page is gone',
  details: [naming, 'The audit log keeps what stood there (audit --json).'],
  options: {},
  takes: [2, 2],
  changes: always,
  run: async ({ session, args, by, confirm, print }) => {
    const { page, language } = readPlace(args)
    const written = (await session.pages.list()).find(
      (row) => row.area === page.area && row.name === page.name && row.language === language && row.changedAt !== null,
    )
    if (!written) throw new Refusal(`You have not written "${shown(page)}" in ${language}.`)
    await confirm(`${shown(page)} in ${language}, "${written.title}", goes.`)
    await session.pages.reset(page, language, by)
    const left = await session.pages.read(page.area, page.name, language)
    print(left, left ? `The words of the product hold again: "${left.title}".\n` : 'The page is gone.\n')
    return exitCodes.done
  },
}

export const pageCommands: readonly Command[] = [list, show, write, reset]

function usage(sentence: string): Refusal {
  return new Refusal(sentence, exitCodes.usage)
}

function shown({ area, name }: PageName): string {
  return area === 'pg' ? name : `${area}/${name}`
}

function readPlace(args: Call['args']): { page: PageName; language: Locale } {
  const [written = '', tag = ''] = args
  const [, area = 'pg', name] = /^(?:(pg|ag|modal)\/)?([a-z0-9_-]{1,60})$/.exec(written) ?? []
  if (name === undefined || (area !== 'pg' && area !== 'ag' && area !== 'modal'))
    throw usage(`"${written.slice(0, 80)}" is no name of a page. ${naming}`)
  const language = locales.find((locale) => locale === tag)
  if (language === undefined) throw usage(`The language must be one of ${locales.join(', ')}.`)
  return { page: { area, name }, language }
}

async function readHtml(from: string | undefined): Promise<string> {
  if (from === undefined) throw usage('Say where its HTML is, with --from FILE.')
  const path = resolve(from)
  const bytes = await stat(path)
    .then(({ size }) => (size > mostFileBytes ? null : readFile(path)))
    .catch(() => {
      throw new Refusal(`${path} cannot be read.`)
    })
  if (bytes === null) throw new Refusal(`${path} has more than ${mostFileBytes} bytes.`)
  if (!isUtf8(bytes)) throw new Refusal(`${path} is not UTF-8.`)
  return bytes.toString('utf8').trim()
}

function isTitle(title: string): boolean {
  return title.length >= 1 && title.length <= mostTitle && !/\p{Cc}/u.test(title)
}
