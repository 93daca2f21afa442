/**
 * An exception to React's `lazy`: Suspense shows loaded code at least 300 ms after its fallback. Code fetched within 30
 * ms appeared after 312 ms, here after 40. `useDeferredValue` avoids that, but each update of a busy page restarts its
 * render.
 */
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'
import { afterUsable } from './after-usable.ts'
import { FailedOverlay, FailedPart, PartBoundary } from './part-boundary.tsx'

type Code<Props> = { readonly Component: ComponentType<Props> } | { readonly error: unknown }

interface Options<Props> {
  readonly name?: string
  /** For an overlay: a hook that returns its close function, or undefined while it is closed. */
  readonly useClose?: (props: Props) => (() => void) | undefined
  readonly shows?: 'nothing' | 'throws'
  readonly isLater?: boolean
}

/**
 * `waiting` is shown until the code has loaded. A component that fails to load or throws fails alone: a message with
 * Retry replaces it, after one automatic retry.
 * @example const Gallery = lazyComponent(async () => (await import('./gallery.tsx')).Gallery, <Skeleton />)
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
  { name = 'This part', useClose, shows, isLater }: Options<Props> = {},
): FunctionComponent<Props> {
  let loaded: Code<Props> | undefined
  function Loaded(props: Props): ReactNode {
    const [code, setCode] = useState(loaded)
    useEffect(() => {
      if (code !== undefined) return
      let isGone = false
      const loadCode = async (): Promise<ComponentType<Props>> => {
        if (isLater) await afterUsable()
        return await load().catch(async () => {
          await new Promise(resolve => setTimeout(resolve, againMs))
          return await load()
        })
      }
      const fetchCode = async (): Promise<void> => {
        try {
          loaded = { Component: await countLoading(loadCode()) }
          if (!isGone) setCode(loaded)
        } catch (error) {
          if (!isGone) setCode({ error })
        }
      }
      void fetchCode()
      return () => {
        isGone = true
      }
    }, [code])
    if (code === undefined) return typeof waiting === 'function' ? waiting(props) : waiting
    if ('error' in code) throw code.error
    return <code.Component {...props} />
  }
  if (shows === 'throws') return Loaded
  function Failed({ props, retry }: { readonly props: Props; readonly retry: () => void }): ReactNode {
    const close = useClose?.(props)
    if (shows === 'nothing' || (useClose !== undefined && close === undefined)) return null
    if (close === undefined) return <FailedPart name={name} retry={retry} />
    const closeAndReset = (): void => {
      close()
      retry()
    }
    return <FailedOverlay name={name} retry={retry} close={closeAndReset} />
  }
  return function LazyComponent(props) {
    return (
      <PartBoundary renderFailed={(_, retry) => <Failed props={props} retry={retry} />}>
        <Loaded {...props} />
      </PartBoundary>
    )
  }
}

const againMs = 1_000

function addLoading(change: number): void {
  const { dataset } = document.documentElement
  const loading = Number.parseInt(dataset['loading'] ?? '0', 10) + change
  if (loading === 0) delete dataset['loading']
  else dataset['loading'] = String(loading)
}

/** Counts parts that are waited for in `<html data-loading>`, which is absent at zero. */
export async function countLoading<Part>(part: Promise<Part>): Promise<Part> {
  addLoading(1)
  try {
    return await part
  } finally {
    addLoading(-1)
  }
}
