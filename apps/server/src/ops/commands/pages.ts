import { isUtf8 } from 'node:buffer'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { type Locale, locales } from '@tradefront/texts/locales'

import type { PageName } from '../../modules/pages/service.ts'
import { alwaysMutates, type CommandContext, type Command, neverMutates } from '../cli/command.ts'
import { exitCodes, CliError } from '../cli/cli-error.ts'
import { formatFields, formatTable, formatTime } from '../cli/terminal.ts'

const maxTitleLength = 200
const maxHtmlLength = 100_000
const maxFileBytes = 1_000_000

const pageNameHelp =
  'PAGE is the name in /show/PAGE; a fragment is written ag/NAME, a modal modal/NAME. "pages" lists those that there are.'

const listCommand: Command = {
  name: 'pages',
  usage: '',
  about: 'the server pages, fragments and modals, and which of them you have written',
  details: ['Those without a time have the words that came with the product.'],
  options: {},
  argumentCount: [0, 0],
  isMutating: neverMutates,
  run: async ({ services: session, print }) => {
    const rows = await session.pages.listPages()
    print(
      rows,
      formatTable(
        ['page', 'language', 'title', 'written'],
        rows.map((row) => [formatPageName(row), row.language, row.title, formatTime(row.changedAt)]),
        '',
      ),
    )
    return exitCodes.done
  },
}

const showCommand: Command = {
  name: 'page',
  usage: 'PAGE LANGUAGE [--to FILE]',
  about: 'show a page as readers get it, or write its HTML into a file to edit it',
  details: [pageNameHelp],
  options: { to: { type: 'string', value: 'FILE', about: 'where to write its HTML; nothing is overwritten' } },
  argumentCount: [2, 2],
  isMutating: neverMutates,
  run: async ({ services: session, args, getOption: option, print }) => {
    const { page, language } = parsePageArguments(args)
    const content = await session.pages.findPage(page.area, page.name, language)
    if (!content) throw new CliError(`There is no page "${formatPageName(page)}" in ${language}.`)
    const to = option('to')
    if (to !== undefined) {
      const path = resolve(to)
      await writeFile(path, `${content.html}\n`, { flag: 'wx' }).catch(() => {
        throw new CliError(`${path} is there already, or cannot be written.`)
      })
      print(
        { ...content, path },
        `${path}: "${content.title}". Edit it, then: set-page ${formatPageName(page)} ${language} --from ${to}\n`,
      )
      return exitCodes.done
    }
    const head = formatFields([
      ['page', formatPageName(page)],
      ['language', language],
      ['title', content.title],
    ])
    // What came from elsewhere must not steer the terminal.
    print(content, `${head}\n${content.html.replaceAll(/[^\P{C}\n\t]/gu, '?')}\n`)
    return exitCodes.done
  },
}

const writeCommand: Command = {
  name: 'set-page',
  usage: 'PAGE LANGUAGE --from FILE [--title TITLE]',
  about: 'put the HTML of a file in place of a page, or make a new one',
  details: [
    pageNameHelp,
    'Only what a text needs is kept: headings, lists, tables, links to https and to /show/PAGE. What could run, load, post or',
    'restyle is taken out. It holds at once, in this language alone; write the others too.',
  ],
  options: {
    from: { type: 'string', value: 'FILE', about: 'its HTML, UTF-8' },
    title: { type: 'string', value: '"TEXT"', about: 'its title; without it the present one stays' },
  },
  argumentCount: [2, 2],
  isMutating: alwaysMutates,
  run: async (call) => {
    const { page, language } = parsePageArguments(call.args)
    const { pages } = call.services
    if (!pages.isServed(page)) throw usageError(`No modal is called "${page.name}": nobody would ever see it.`)
    const html = await readHtmlFile(call.getOption('from'))
    const now = await pages.findPage(page.area, page.name, language)
    const title = (call.getOption('title') ?? now?.title ?? '').trim()
    if (!isTitle(title)) throw usageError(`Say --title with 1 to ${maxTitleLength} characters.`)
    const { html: kept, hasLoss: isLoss } = await pages.sanitizeContent(html)
    if (kept.trim() === '') throw new CliError('Nothing of this file can be kept: it has no text.')
    if (kept.length > maxHtmlLength)
      throw new CliError(`A page may have ${maxHtmlLength} characters, this one has ${kept.length}.`)
    const taken = isLoss ? ' Something in it cannot be kept and is taken out: look at it with "page".' : ''
    await call.confirm(`${formatPageName(page)} in ${language} becomes "${title}", ${kept.length} characters.${taken}`)
    await pages.savePage(page, language, { title, html: kept }, call.by)
    call.print(
      { page: formatPageName(page), language, title, html: kept },
      `${formatPageName(page)} in ${language} is written.${taken}\n`,
    )
    return exitCodes.done
  },
}

const resetCommand: Command = {
  name: 'reset-page',
  usage: 'PAGE LANGUAGE',
  about: 'take your words away: those of the product hold again, or the page is gone',
  details: [pageNameHelp, 'The audit log keeps what stood there (audit --json).'],
  options: {},
  argumentCount: [2, 2],
  isMutating: alwaysMutates,
  run: async ({ services: session, args, by, confirm, print }) => {
    const { page, language } = parsePageArguments(args)
    const written = (await session.pages.listPages()).find(
      (row) => row.area === page.area && row.name === page.name && row.language === language && row.changedAt !== null,
    )
    if (!written) throw new CliError(`You have not written "${formatPageName(page)}" in ${language}.`)
    await confirm(`${formatPageName(page)} in ${language}, "${written.title}", goes.`)
    await session.pages.resetPage(page, language, by)
    const left = await session.pages.findPage(page.area, page.name, language)
    print(left, left ? `The words of the product hold again: "${left.title}".\n` : 'The page is gone.\n')
    return exitCodes.done
  },
}

export const pageCommands: readonly Command[] = [listCommand, showCommand, writeCommand, resetCommand]

function usageError(sentence: string): CliError {
  return new CliError(sentence, exitCodes.usage)
}

function formatPageName({ area, name }: PageName): string {
  return area === 'pg' ? name : `${area}/${name}`
}

function parsePageArguments(args: CommandContext['args']): { page: PageName; language: Locale } {
  const [written = '', tag = ''] = args
  const [, area = 'pg', name] = /^(?:(pg|ag|modal)\/)?([a-z0-9_-]{1,60})$/.exec(written) ?? []
  if (name === undefined || (area !== 'pg' && area !== 'ag' && area !== 'modal'))
    throw usageError(`"${written.slice(0, 80)}" is no name of a page. ${pageNameHelp}`)
  const language = locales.find((locale) => locale === tag)
  if (language === undefined) throw usageError(`The language must be one of ${locales.join(', ')}.`)
  return { page: { area, name }, language }
}

async function readHtmlFile(from: string | undefined): Promise<string> {
  if (from === undefined) throw usageError('Say where its HTML is, with --from FILE.')
  const path = resolve(from)
  const bytes = await stat(path)
    .then(({ size }) => (size > maxFileBytes ? null : readFile(path)))
    .catch(() => {
      throw new CliError(`${path} cannot be read.`)
    })
  if (bytes === null) throw new CliError(`${path} has more than ${maxFileBytes} bytes.`)
  if (!isUtf8(bytes)) throw new CliError(`${path} is not UTF-8.`)
  return bytes.toString('utf8').trim()
}

function isTitle(title: string): boolean {
  return title.length >= 1 && title.length <= maxTitleLength && !/\p{Cc}/u.test(title)
}
