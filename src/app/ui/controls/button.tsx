import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './button.module.css'
import { Spinner } from './waiting.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'buy' | 'sell' | 'danger'

interface Look {
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'md' | 'sm' | undefined
}

export const buttonClass = ({ variant = 'secondary', size = 'md' }: Look = {}): string =>
  cx(styles.button, styles[variant], size === 'sm' && styles.sm)

export interface ButtonProps extends ComponentPropsWithRef<'button'>, Look {
  readonly icon?: ReactNode
  /** Shows progress; the caller must prevent a second press. */
  readonly busy?: boolean | undefined
}

export function Button({
  variant,
  size,
  icon,
  busy = false,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ variant, size }), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
