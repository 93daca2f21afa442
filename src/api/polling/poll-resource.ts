/** Polls a resource without a component that shows it, as `useResource` does with one; both share the answers and the timing. */
import { QueryObserver, hashKey } from '@tanstack/react-query'
import { watchArrival } from './arrivals.ts'
import { paceFactor, readPollPace, subscribePollPace } from './poll-pace.ts'
import { queryClient } from './query-client.ts'
import { type ResourceSpec, queryOptionsOf } from './resource.ts'

export interface Polled {
  /** What `specNow` answers may be another. */
  changed(): void
  stop(): void
}

export function pollResource<Data>(specNow: () => ResourceSpec<Data>): Polled {
  let spec = specNow()
  const factor = (): number => paceFactor[readPollPace()]
  const watch = (): (() => void) => watchArrival(hashKey(spec.key), spec.name, factor() * spec.intervalMs, spec.mustBeWhole)
  const observer = new QueryObserver(queryClient, queryOptionsOf(spec, factor()))
  const endPolls = observer.subscribe(() => undefined)
  let endWatch = watch()
  const changed = (): void => {
    spec = specNow()
    observer.setOptions(queryOptionsOf(spec, factor()))
    endWatch()
    endWatch = watch()
  }
  const endPace = subscribePollPace(changed)
  return {
    changed,
    stop() {
      endPace()
      endPolls()
      endWatch()
    },
  }
}
