import type { ServiceError } from './service-error.ts';
import type { WmsVersion } from './versions.ts';
import { xmlText } from './xml.ts';

export interface ExceptionReport {
  readonly contentType: string;
  readonly body: string;
}

/** A service exception in the form of each version of the standard. */
export function exceptionReport(error: Pick<ServiceError, 'code' | 'locator' | 'message'>, version: WmsVersion): ExceptionReport {
  const code = version === '1.1.1' && error.code === 'InvalidCRS' ? 'InvalidSRS' : error.code;
  const locator = error.locator === null || version === '1.1.1' ? '' : ` locator="${xmlText(error.locator)}"`;
  const exception = `<ServiceException${code === null ? '' : ` code="${code}"`}${locator}>${xmlText(error.message)}</ServiceException>`;
  if (version === '1.1.1') {
    return {
      contentType: 'application/vnd.ogc.se_xml; charset=utf-8',
      body: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ServiceExceptionReport SYSTEM "http://schemas.opengis.net/wms/1.1.1/exception_1_1_1.dtd">
<ServiceExceptionReport version="1.1.1">${exception}</ServiceExceptionReport>
`,
    };
  }
  return {
    contentType: 'text/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.opengis.net/ogc http://schemas.opengis.net/wms/1.3.0/exceptions_1_3_0.xsd">${exception}</ServiceExceptionReport>
`,
  };
}
