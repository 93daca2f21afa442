/** Observed fills of the session's account and their realised P&L, shared by reference. */
import { useFirstSeen, useFullSamples, useSamples } from '../../api/history/sample-hooks.ts'
import type { SavedSample } from '../../../core/domain/sample.ts'
import { type PastTrades, usePastTrades } from '../../api/history/past-trades.ts'
import { useRecorderState } from '../../api/recorder/recorder-state.ts'
import { useCashRows, useFilledOrders } from '../../api/journal/journal-hooks.ts'
import type { JournalOrder } from '../../../core/domain/journal-order.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { perSession } from '../per-session.ts'
import {
  type RealisedInputs,
  RealisedModel,
  type SeenRealised,
  type SeenTrades,
} from '../../../core/account/realised-model.ts'
import type { SeenFills } from '../../../core/account/seen-fills.ts'
import { usePlainPositions } from './use-portfolio.ts'

const useModel = perSession(() => new RealisedModel())
const noSamples: readonly SavedSample[] = []
const noOrders: readonly JournalOrder[] = []

export function useFills(): SeenFills | undefined {
  const model = useModel()
  const orders = useFilledOrders()
  const loaded = useSamples()
  const near = useFullSamples(
    model.timesAround(orders ?? noOrders, loaded.status === 'ready' ? loaded.value : noSamples),
  )
  return orders === undefined || near.status !== 'ready' ? undefined : model.fills(orders, near.value)
}

function useInputs(): RealisedInputs | undefined {
  const model = useModel()
  const seen = useFills()
  const first = useFirstSeen()
  const loaded = useSamples()
  const samples = loaded.status === 'ready' ? loaded.value : noSamples
  const { traded, positions } = usePlainPositions()
  const cash = useCashRows()
  if (seen === undefined || loaded.status === 'waiting') return undefined
  // A position that could not be read is not one that is gone.
  const held = traded === undefined || positions.rejectedRows.length > 0 ? undefined : model.sizes(traded)
  return model.inputs(seen, first, samples, held, cash, serverNowMs)
}

/** Realised P&L since this browser first saw the account, by average cost, before fees. Undefined while loading. */
export function useRealised(): SeenRealised | undefined {
  const model = useModel()
  const inputs = useInputs()
  return inputs === undefined ? undefined : model.realised(inputs)
}

export function useTradeBook(): SeenTrades | undefined {
  const model = useModel()
  const inputs = useInputs()
  return inputs === undefined ? undefined : model.trades(inputs)
}

export function useKnownPast(): PastTrades {
  const past = usePastTrades()
  const { kind } = useRecorderState()
  if (kind === 'followed') return 'whole'
  return kind === 'asking' ? 'reading' : past
}
