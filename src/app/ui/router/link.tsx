/** A link to a screen, followed without a page load; it can be opened in a new tab. */
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { type Destination, isWithin, resolveAddress } from './address.ts'
import { useAddress, useRouter } from './use-router.ts'

const intentMs = 50

type LinkProps = Destination &
  Pick<ComponentProps<'a'>, 'className' | 'title' | 'children'> & { readonly 'data-testid'?: string }

export function Link({ to, search, replace, children, ...props }: LinkProps): ReactNode {
  const router = useRouter()
  const destination: Destination = {
    to,
    ...(search !== undefined && { search }),
    ...(replace !== undefined && { replace }),
  }
  const href = useAddress(() => router.hrefOf(destination))
  const isCurrent = useAddress(address => isWithin(resolveAddress(destination, address), address))
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = (): void => clearTimeout(intent.current)
  const intend = (): void => {
    forget()
    intent.current = setTimeout(() => router.intend(destination), intentMs)
  }
  useEffect(() => () => clearTimeout(intent.current), [])
  const follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.altKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    forget()
    router.navigate(destination)
  }
  return (
    <a
      {...props}
      aria-current={isCurrent ? 'page' : undefined}
      href={href}
      onClick={follow}
      onMouseEnter={intend}
      onMouseLeave={forget}
      onFocus={intend}
      onBlur={forget}
      onTouchStart={() => router.intend(destination)}
    >
      {children}
    </a>
  )
}
