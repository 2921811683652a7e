import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** `primary` at most once per screen; `quiet` for actions that remove something. */
  readonly look?: 'primary' | 'secondary' | 'quiet';
}

export function Button({ look = 'secondary', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[look]}`} {...rest} />;
}
