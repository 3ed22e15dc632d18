/** Where and under what name the site stands. */
export interface Site {
  /** SITE_NAME. */
  readonly name: string;
  /** PUBLIC_BASE_URL: the beginning of every absolute address. */
  readonly baseUrl: string;
}
