/** The form's fields, as typed. */
export interface Access {
  /** `rtsp(s)://…`, or a name or address that ONVIF answers at. */
  address: string;
  username: string;
  password: string;
}
