/** What can be done in the builder, as data: keyboard, palette and help read this list. */
import type { ListedChains } from '../../domain/listed-universe.ts'
import type { Command } from '../../ui/commands/command.ts'
import type { ChainSection } from './chain/chain-panel.tsx'
import type { Draft, DraftState, Edit } from './draft/draft.ts'
import { legCommands } from './draft/leg-commands.ts'
import { shiftAll, spreadStrikes } from '../../domain/package/move-legs.ts'
import type { CurrentLeg } from './draft/use-current-leg.ts'

interface BuildCommandInputs {
  readonly state: DraftState
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly current: CurrentLeg
  readonly sendable: boolean
  readonly review: () => void
  readonly focusOn: (field: 'quantity' | 'price') => void
  /** Shows the money in the chain. */
  readonly jump: () => void
  readonly section: ChainSection
  readonly showSection: (section: ChainSection) => void
  readonly openText: () => void
  readonly copyText: () => void
}

const group = 'Build'
const symbolsOf = (draft: Draft): string[] => draft.legs.map(leg => leg.symbol)

export function buildCommands(inputs: BuildCommandInputs): Command[] {
  const { state, listed, edit, current, sendable, review, focusOn, jump, section, showSection, openText, copyText } = inputs
  const symbols = symbolsOf(state.present)
  const some = symbols.length > 0
  const move = (to: ReadonlyMap<string, string>) => edit({ kind: 'moveLegs', to })
  const shift = (along: 'strike' | 'expiry', steps: 1 | -1) => () => move(shiftAll(symbols, { along, steps }, listed))
  return [
    { id: 'build.review', name: 'Review the order', group, keys: 'mod+enter', inForms: true, enabled: sendable, run: review },
    { id: 'build.undo', name: 'Undo', group, keys: 'mod+z', enabled: state.past.length > 0, run: () => edit({ kind: 'undo' }) },
    { id: 'build.redo', name: 'Redo', group, keys: 'mod+shift+z', enabled: state.future.length > 0, run: () => edit({ kind: 'redo' }) },
    { id: 'build.invert', name: 'Invert: turn every leg', group, keys: 'i', enabled: some, run: () => edit({ kind: 'invert' }) },
    { id: 'build.side', name: 'Swap buy and sell', group, keys: 'shift+s', run: () => edit({ kind: 'swapSide' }) },
    { id: 'build.strikeDown', name: 'All strikes down', group, keys: '<', enabled: some, run: shift('strike', -1) },
    { id: 'build.strikeUp', name: 'All strikes up', group, keys: '>', enabled: some, run: shift('strike', 1) },
    { id: 'build.expiryEarlier', name: 'All expiries earlier', group, keys: '(', enabled: some, run: shift('expiry', -1) },
    { id: 'build.expiryLater', name: 'All expiries later', group, keys: ')', enabled: some, run: shift('expiry', 1) },
    {
      id: 'build.wider',
      name: 'Wider: strikes apart',
      group,
      keys: 'w',
      enabled: some,
      run: () => move(spreadStrikes(symbols, 'wider', listed)),
    },
    {
      id: 'build.narrower',
      name: 'Narrower: strikes together',
      group,
      keys: 'n',
      enabled: some,
      run: () => move(spreadStrikes(symbols, 'narrower', listed)),
    },
    { id: 'build.quantity', name: 'Go to the quantity', group, keys: 'q', run: () => focusOn('quantity') },
    { id: 'build.price', name: 'Go to the price', group, keys: 'p', run: () => focusOn('price') },
    {
      id: 'build.mode',
      name: state.present.mode === 'rfq' ? 'Make it a firm order' : 'Make it an RFQ',
      group,
      keys: 'm',
      run: () => edit({ kind: 'setMode', mode: state.present.mode === 'rfq' ? 'firm' : 'rfq' }),
    },
    { id: 'build.money', name: 'Chain: show the money', group, keys: 'a', run: jump },
    {
      id: 'build.gallery',
      name: section === 'gallery' ? 'Show the chain' : 'Show the gallery of structures',
      group,
      keys: 'g',
      run: () => showSection(section === 'gallery' ? 'chain' : 'gallery'),
    },
    { id: 'build.text', name: 'Type or paste a structure', group, keys: 't', run: openText },
    { id: 'build.copy', name: 'Copy the draft as text', group, keys: 'shift+c', enabled: some, run: copyText },
    { id: 'build.clear', name: 'Clear the legs', group, enabled: some, run: () => edit({ kind: 'clearLegs' }) },
    ...legCommands(current, symbols.length, listed, edit),
  ]
}
