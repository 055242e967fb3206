/** The public interface: the parts of bookings that other modules may use. */
export { bookForContact, findBookingPages, offerSlots } from './link/chat-booking.ts';
export { findBookingLinks } from './link/open-links.ts';
