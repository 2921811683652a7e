import { useEffect } from 'react';
import type { ReactNode } from 'react';

export const PRODUCT_NAME = 'GeoInsights';

interface PageProps {
  /** The main heading; also the title of the browser tab. */
  readonly title: string;
  readonly lang?: 'en' | 'pt-BR';
  readonly className?: string;
  readonly headingClassName?: string;
  readonly children?: ReactNode;
}

/** One screen: its language, its title and its one main heading, which receives the focus after a navigation. */
export function Page({ title, lang = 'en', className, headingClassName, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – ${PRODUCT_NAME}`;
    document.documentElement.lang = lang;
  }, [title, lang]);
  return (
    <div className={className}>
      <h1 tabIndex={-1} className={headingClassName}>
        {title}
      </h1>
      {children}
    </div>
  );
}
