import type { ListedChains } from '../../../core/domain/instrument-index.ts'
import { shiftAll, spreadStrikes } from '../../../core/domain/package/move-legs.ts'
import type { Command } from '../../ui/commands/command.ts'
import type { KeyMeaning } from '../../ui/commands/key-table.ts'
import type { ChainSection } from './chain/chain-bar.tsx'
import type { Draft, DraftState, Edit } from './draft/draft.ts'
import { legCommands, type SayDone } from './draft/leg-commands.ts'
import type { CurrentLeg } from './draft/use-current-leg.ts'

interface BuildCommandInputs {
  readonly state: DraftState
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly current: CurrentLeg
  readonly sendable: boolean
  readonly review: () => void
  readonly focusOn: (field: 'quantity' | 'price') => void
  readonly jump: () => void
  readonly section: ChainSection
  readonly showSection: (section: ChainSection) => void
  readonly copyText: () => void
  readonly say: SayDone
}

const group = 'Build'
const shiftLabels = { strike: { 1: 'up', [-1]: 'down' }, expiry: { 1: 'later', [-1]: 'earlier' } } as const
const symbolsOf = (draft: Draft): string[] => draft.legs.map(leg => leg.symbol)

export function buildCommands(inputs: BuildCommandInputs): Command[] {
  const { state, listed, edit, current, sendable, review, focusOn, jump, section, showSection, copyText, say } = inputs
  const symbols = symbolsOf(state.present)
  const some = symbols.length > 0
  const change = (made: Edit, text: string) => () => {
    edit(made)
    say(undefined, text)
  }
  return [
    {
      id: 'build.review',
      name: 'Review the order',
      group,
      keys: 'review',
      inForms: true,
      enabled: sendable,
      run: review,
    },
    {
      id: 'build.undo',
      name: 'Undo',
      group,
      keys: 'undo',
      enabled: state.past.length > 0,
      run: () => edit({ kind: 'undo' }),
    },
    {
      id: 'build.redo',
      name: 'Redo',
      group,
      keys: 'redo',
      enabled: state.future.length > 0,
      run: () => edit({ kind: 'redo' }),
    },
    {
      id: 'build.invert',
      name: 'Invert all legs',
      group,
      keys: 'invert',
      enabled: some,
      run: change({ kind: 'invert' }, 'All legs inverted'),
    },
    {
      id: 'build.side',
      name: 'Swap buy and sell',
      group,
      keys: 'swapSide',
      run: change({ kind: 'swapSide' }, 'Buy and sell swapped'),
    },
    ...shiftCommands(inputs, symbols, change),
    { id: 'build.quantity', name: 'Go to the quantity', group, keys: 'quantity', run: () => focusOn('quantity') },
    { id: 'build.price', name: 'Go to the price', group, keys: 'price', run: () => focusOn('price') },
    {
      id: 'build.mode',
      name: state.present.mode === 'rfq' ? 'Make it a firm order' : 'Make it an RFQ',
      group,
      keys: 'kindOfOrder',
      run: change(
        { kind: 'setMode', mode: state.present.mode === 'rfq' ? 'firm' : 'rfq' },
        state.present.mode === 'rfq' ? 'RFQ → firm order' : 'Firm order → RFQ',
      ),
    },
    { id: 'build.money', name: 'Jump to ATM', group, keys: 'atm', run: jump },
    {
      id: 'build.gallery',
      name: section === 'gallery' ? 'Show the chain' : 'Show the gallery of structures',
      group,
      keys: 'gallery',
      run: () => showSection(section === 'gallery' ? 'chain' : 'gallery'),
    },
    { id: 'build.copy', name: 'Copy the draft as text', group, keys: 'copyText', enabled: some, run: copyText },
    { id: 'build.clear', name: 'Clear the draft', group, enabled: some, run: () => edit({ kind: 'clearLegs' }) },
    ...legCommands({ current, symbols: new Set(symbols), listed, edit, say }),
  ]
}

function shiftCommands(
  { listed }: BuildCommandInputs,
  symbols: readonly string[],
  change: (made: Edit, text: string) => () => void,
): Command[] {
  const some = symbols.length > 0
  const move = (to: ReadonlyMap<string, string>, text: string) => {
    if (to.size > 0) change({ kind: 'moveLegs', to }, text)()
  }
  const shift = (along: 'strike' | 'expiry', steps: 1 | -1) => () =>
    move(
      shiftAll(symbols, { along, steps }, listed),
      `All ${along === 'strike' ? 'strikes' : 'expiries'} ${shiftLabels[along][steps]}`,
    )
  const spread = (way: 'wider' | 'narrower', name: string, keys: KeyMeaning, done: string): Command => ({
    id: `build.${way}`,
    name,
    group,
    keys,
    enabled: some,
    run: () => move(spreadStrikes(symbols, way, listed), done),
  })
  return [
    {
      id: 'build.strikeDown',
      name: 'All strikes down',
      group,
      keys: 'allStrikesDown',
      enabled: some,
      run: shift('strike', -1),
    },
    {
      id: 'build.strikeUp',
      name: 'All strikes up',
      group,
      keys: 'allStrikesUp',
      enabled: some,
      run: shift('strike', 1),
    },
    {
      id: 'build.expiryEarlier',
      name: 'All expiries earlier',
      group,
      keys: 'allExpiriesEarlier',
      enabled: some,
      run: shift('expiry', -1),
    },
    {
      id: 'build.expiryLater',
      name: 'All expiries later',
      group,
      keys: 'allExpiriesLater',
      enabled: some,
      run: shift('expiry', 1),
    },
    spread('wider', 'Widen', 'widen', 'Strikes widened'),
    spread('narrower', 'Narrow', 'narrow', 'Strikes narrowed'),
  ]
}
