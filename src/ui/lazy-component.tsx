/**
 * An exception to React's `lazy`. Suspense draws code that has come no sooner than 300 ms after its fallback: code fetched within 30 ms was drawn
 * after 312 ms, and here after 40. As a deferred value it came in time, but there each update of a busy page begins the drawing again.
 */
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'

type Code<Props> = { readonly Component: ComponentType<Props> } | { readonly error: unknown }

/**
 * `waiting` stands in the component's place while its code is on the way. Code that could not be fetched throws where it is drawn, and the next
 * component to be drawn fetches it again.
 * @example const Gallery = lazyComponent(async () => (await import('./gallery.tsx')).Gallery, <Skeleton />)
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
): FunctionComponent<Props> {
  let loaded: Code<Props> | undefined
  return function LazyComponent(props) {
    const [code, setCode] = useState(loaded)
    useEffect(() => {
      if (code !== undefined) return
      let isGone = false
      const fetchCode = async (): Promise<void> => {
        try {
          loaded = { Component: await load() }
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
}
