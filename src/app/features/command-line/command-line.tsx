/**
 * The command line over every screen: finds structures (with preview), instruments, positions, orders, commands.
 * Choosing never sends: a structure becomes the builder's draft, an instrument opens the ticket.
 */
import { Fragment, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { usePositions } from '../../api/account/account-hooks.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { signedSize } from '../../../core/domain/account.ts'
import { toNumber } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { expiryOf, parseInstrumentName, shortName } from '../../../core/domain/instrument.ts'
import { phrasedRecord, priceWords } from '../../../core/domain/trade-story/trade-words.ts'
import { isRfqMarket, type OrderRecord, parseJoinedSymbol } from '../../../core/domain/order.ts'
import {
  addToBuilderSearch,
  askReview,
  builderSearch,
  type BuilderSearch,
  parseBuilderSearch,
  reopened,
} from '../../links/builder-link.ts'
import { marketsSearch, orderSearch, type Search } from '../../links/screen-links.ts'
import { closingTicketSearch, ticketSearch } from '../../links/overlay-links.ts'
import { useMarket } from '../../model/market/use-market.ts'
import { useOpenOrders } from '../../model/orders/use-registry.ts'
import { isEnabled, matchCommands } from '../../ui/commands/command.ts'
import { type SearchResult, SearchDialog } from '../../ui/commands/search-dialog.tsx'
import { useCommandList } from '../../ui/commands/use-commands.ts'
import { formatQuantity } from '../../ui/format/format-decimal.ts'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import type { Destination } from '../../ui/router/address.ts'
import { useAddress, useNavigate } from '../../ui/router/use-router.ts'
import { useSavedChoice } from '../../ui/saved-choice.ts'
import styles from './command-line.module.css'
import { lineExamples } from './line-examples.ts'
import { findInstruments, findOrders, findPositions, type FoundOrder } from './find-listed.ts'
import { type LineMarket, type LineView, type Preview, previewOf, readLines } from './structure-line.ts'
import { StructurePreview } from './structure-preview.tsx'

const [mostInstruments, mostOthers, mostCommands, mostLines] = [8, 6, 60, 3]

interface CommandLineProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function CommandLine({ open, onClose }: CommandLineProps): ReactNode {
  const [query, setQuery] = useState('')
  const close = (): void => {
    onClose()
    setQuery('')
  }
  return open ? <Line query={query} setQuery={setQuery} close={close} /> : null
}

interface LineProps {
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly close: () => void
}

function Line({ query, setQuery, close }: LineProps): ReactNode {
  const { index, status } = useInstruments()
  const { quotes, surfaces } = useMarket()
  const search = useAddress(address => address.search)
  const isBuild = useAddress(address => address.pathname === '/build')
  const go = useGo()
  const positions = usePositions().data
  const positionOf = (symbol: string): number => {
    const position = positions?.find(each => each.symbol === symbol)
    return position === undefined ? 0 : toNumber(signedSize(position))
  }
  const market = index === undefined ? undefined : { index, surfaces, quotes: quotes.data, positionOf }
  const view = viewOfSearch(parseBuilderSearch(search))
  const lines = market === undefined ? [] : readLines(query, market, view)
  const previews = lines.flatMap(({ line, read }) =>
    read.ok && market !== undefined ? { line, ...previewOf(read.value, market) } : [],
  )
  const refusals = lines.flatMap(({ line, read }) =>
    !read.ok && (read.isPart || lines.length > 1) ? { line, why: read.why } : [],
  )
  const find = useFind(market, go)
  const [lately, keep] = useLately()
  // Renders letters first, results after. Enter uses the current text.
  const answered = useDeferredValue(query)
  const found = useMemo(() => find(answered), [find, answered])
  const isAddable = isBuild && hasLegs(search)
  const structures = previews.flatMap((preview, at) =>
    structureFindings(
      preview,
      isAddable,
      keptBy(go, () => keep(query)),
      at === 0 ? '' : ` ${at + 1}`,
    ),
  )
  const isEmpty = query.trim() === ''
  const examples = useMemo(
    () => (isEmpty && market !== undefined ? lineExamples(market, view) : noLines),
    // oxlint-disable-next-line react/exhaustive-deps -- examples that change with every quote could not be read
    [isEmpty, market === undefined, market?.quotes === undefined],
  )
  const findings = isEmpty
    ? [...toWrite('Your last lines', lately), ...toWrite('Try', examples), ...found]
    : [...structures, ...found]
  return (
    <SearchDialog
      open
      onClose={close}
      title="Search and commands"
      placeholder="ic 10d/25d x3 · 25d rr mar · sell 10 dec 85/110 strangle · 100000C · orders · any command"
      query={query}
      setQuery={setQuery}
      findings={findings}
      isBehind={answered !== query}
      findNow={() => [...structures, ...find(query)]}
      isIncomplete={market?.quotes === undefined}
      none={noneText(status, refusals.length > 0)}
    >
      {previews.map(preview => (
        <StructurePreview key={preview.line} preview={preview} />
      ))}
      {refusals.map(({ line, why }) => (
        <Fragment key={line}>
          <output className={styles.refusal} data-testid="line-refusal">
            {why}
          </output>
          <Underlined line={line} why={why} />
        </Fragment>
      ))}
    </SearchDialog>
  )
}

function Underlined({ line, why }: { readonly line: string; readonly why: string }): ReactNode {
  const named = [...why.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word.toLowerCase())
  const parts = line.split(/(\s+)/)
  const marked = markedParts(parts, named)
  return marked.size === 0 ? null : (
    // Parts have no stable names.
    // oxlint-disable-next-line react/no-array-index-key
    <p className="muted">{parts.map((part, at) => (marked.has(at) ? <u key={at}>{part}</u> : part))}</p>
  )
}

function markedParts(parts: readonly string[], named: readonly string[]): ReadonlySet<number> {
  const words = parts.map(part => part.toLowerCase().replace(/^@(?=[a-z])|[?!,.:]+$/g, ''))
  const placesOf = (name: string): readonly number[] => {
    const of = name.split(' ')
    return words.flatMap((_, at) =>
      of.every((word, index) => words[at + 2 * index] === word) ? of.map((__, index) => at + 2 * index) : [],
    )
  }
  return new Set(named.flatMap(placesOf))
}

function noneText(listing: ReturnType<typeof useInstruments>['status'], isRefused: boolean): string {
  if (listing === 'waiting') return 'No match yet: the instruments are being loaded.'
  if (listing === 'failed') return 'No match. The instruments could not be loaded.'
  return isRefused ? 'No instrument, position or order has that name.' : 'No match'
}

const hasLegs = (search: object): boolean => parseBuilderSearch(search).legs !== undefined

const noLines: readonly string[] = []

const toWrite = (group: string, lines: readonly string[]): SearchResult[] =>
  lines.map(text => ({ id: `${group} ${text}`, name: text, group, text, run: () => undefined }))

function useLately(): readonly [lines: readonly string[], keep: (line: string) => void] {
  const [lines, choose] = useSavedChoice<readonly string[]>('lines', stored =>
    Array.isArray(stored) ? stored.filter(each => typeof each === 'string').slice(0, mostLines) : noLines,
  )
  return [lines, line => choose([line.trim(), ...lines.filter(each => each !== line.trim())].slice(0, mostLines))]
}

const keptBy =
  (go: Go, keep: () => void): Go =>
  (...place) => {
    keep()
    go(...place)
  }

type Go = (to: Destination['to'], search: Search, isOver?: boolean) => void

function useGo(): Go {
  const navigate = useNavigate()
  return (to, search, isOver = false) =>
    navigate(isOver ? { to: '.', search: before => ({ ...before, ...search }) } : { to, search })
}

function structureFindings(preview: Preview, isAddable: boolean, go: Go, place: string): SearchResult[] {
  const { link } = preview
  const search = builderSearch(link)
  const run = () => go('/build', reopened(search))
  const load: SearchResult = {
    id: `structure${place}`,
    name: `Load: ${shownPhrase(preview.link)}`,
    group: 'Draft, nothing is sent',
    run,
    further: {
      name: link.mode === 'rfq' ? 'Ask' : 'Review',
      run: () => {
        askReview(search)
        run()
      },
    },
  }
  const add: SearchResult = {
    id: `structure.add${place}`,
    name: 'Add these legs to the draft',
    group: 'Draft',
    run: () => go('/build', addToBuilderSearch(link.legs), true),
  }
  return isAddable ? [load, add] : [load]
}

function useFind(market: LineMarket | undefined, go: Go): (query: string) => readonly SearchResult[] {
  const commands = useCommandList()
  const positions = usePositions().data
  const orders = useOpenOrders().data
  return useCallback(
    query => {
      if (query.trim() === '')
        return orderFindings('rfqs', (orders ?? []).filter(isRfqOrder), go).map(each => ({
          ...each,
          group: 'Live RFQs',
        }))
      const seen = new Set<string>()
      const all = commands.filter(command => isEnabled(command) && !seen.has(command.id) && seen.add(command.id))
      return [
        ...matchCommands(all, query).slice(0, mostCommands),
        ...positionFindings(query, positions ?? [], go),
        ...orderFindings(query, orders ?? [], go),
        ...instrumentFindings(query, market, go),
      ]
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `go` and `market` are new objects each time; their parts are what counts
    [commands, positions, orders, market?.index, market?.quotes],
  )
}

type Positions = Parameters<typeof findPositions>[1]

const isRfqOrder = ({ market_id }: OrderRecord): boolean => isRfqMarket(market_id)

const positionFindings = (query: string, positions: Positions, go: Go): SearchResult[] =>
  findPositions(query, positions, mostOthers).map(position => {
    const size = signedSize(position)
    return {
      id: `position ${position.symbol}`,
      name: `Close ${shortName(position.symbol)}`,
      detail: `${formatQuantity(size)} held`,
      group: 'Positions',
      run: () => go('.', closingTicketSearch(position.symbol, size), true),
    }
  })

function orderFindings(query: string, orders: readonly OrderRecord[], go: Go): SearchResult[] {
  const all: FoundOrder[] = orders.map(order => {
    const phrased = phrasedRecord(order)
    return {
      id: order.client_order_id,
      title: shownPhrase(phrased),
      detail: [isRfqOrder(order) ? 'RFQ' : 'order', priceWords(phrased)].filter(Boolean).join(', '),
    }
  })
  return findOrders(query, all, mostOthers).map(order => ({
    id: `order ${order.id}`,
    name: order.title,
    detail: order.detail,
    group: 'Open orders',
    run: () => go('/orders', orderSearch(order.id)),
  }))
}

function instrumentFindings(query: string, market: LineMarket | undefined, go: Go): SearchResult[] {
  return findInstruments(query, market?.index.all ?? [], mostInstruments).map(({ symbol, status }) => {
    const quote = market?.quotes?.get(symbol)
    const [bid, ask] = [quote?.best_bid, quote?.best_ask].map(price => (price === undefined ? '–' : exactText(price)))
    const isActive = status === 'active'
    return {
      id: `instrument ${symbol}`,
      name: shortName(symbol),
      detail: isActive ? `${bid} / ${ask}` : status,
      group: isActive ? 'Open the ticket' : 'Show in Markets',
      run: () => (isActive ? go('.', ticketSearch(symbol), true) : go('/markets', marketsSearch(symbol))),
    }
  })
}

function viewOfSearch(search: BuilderSearch): LineView {
  const [leg] = parseJoinedSymbol(search.legs ?? '') ?? []
  const name = leg === undefined ? undefined : parseInstrumentName(leg.symbol)
  const expiryMs = Number.parseInt(search.expiry ?? '', 10)
  const ofLeg = leg === undefined ? undefined : expiryOf(leg.symbol)
  return { base: search.base ?? name?.base, expiryMs: Number.isSafeInteger(expiryMs) ? expiryMs : ofLeg }
}
